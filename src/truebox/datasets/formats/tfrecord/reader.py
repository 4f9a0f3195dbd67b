"""Records to truth and predictions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from truebox._writing.saying import say
from truebox.datasets.columns.image_keys import ImageKeys
from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.folders.picture_folder import size_of_picture
from truebox.datasets.formats.tfrecord.example import read_example
from truebox.datasets.formats.tfrecord.frames import read_frames
from truebox.datasets.formats.tfrecord.label_map import label_names
from truebox.datasets.formats.tfrecord.labels import Labels, unnamed_label
from truebox.datasets.formats.tfrecord.picture import FLAGS, Picture
from truebox.datasets.formats.tfrecord.plain_records import add_plain_predictions, add_plain_truth
from truebox.datasets.formats.tfrecord.shards import record_files
from truebox.errors import InputError
from truebox.records import Predictions, Source, Truth

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions

__all__ = ["read_predictions", "read_truth"]

_TRUTH_PARTS = (
    "image/width",
    "image/height",
    "image/filename",
    "image/source_id",
    "image/object/bbox/",
    "image/object/class/",
    "image/object/area",
    *(f"image/object/{name}" for name in FLAGS),
)
_DETECTION_PARTS = (*_TRUTH_PARTS[:4], "image/detection/")


def read_truth(path: Path, options: ReadOptions) -> Truth:
    """Pictures and objects of a file, or of the shards in a folder."""
    names = _names(path, options)
    rows, labels = _empty_truth(path, options), Labels(names)
    if not add_plain_truth(record_files(path), rows, labels):
        rows, labels = _empty_truth(path, options), Labels(names)
        _add_truth(path, options, rows, labels)
    return labels.numbered(rows.truth())


def _empty_truth(path: Path, options: ReadOptions) -> TruthRows:
    rows = TruthRows(Source(str(path), "tfrecord", "TFRecord", path), options)
    rows.categories(options.classes or ())
    return rows


def _add_truth(path: Path, options: ReadOptions, rows: TruthRows, labels: Labels) -> None:
    """Record by record, with every error in its place."""
    keys = ImageKeys()
    for picture in _pictures(path, options, _TRUTH_PARTS):
        name = picture.name()
        if name in keys:
            problem = f"a second record of the picture {say(name)}"
            options.errors.refuse(
                InputError("E-448", picture.place, problem, "write each picture once", row=picture.row)
            )
            continue
        width, height = picture.size() or size_of_picture(options, name)
        try:
            objects = picture.objects(width, height)
        except InputError as error:
            options.errors.refuse(error)
            continue
        image = rows.image(keys.of(name), width=width, height=height, file_name=name)
        for each in objects:
            named = labels.name(each.label, each.text, each.place)
            rows.add(
                image,
                rows.category(named),
                each.box,
                each.place,
                area=each.area,
                crowd=each.crowd,
                ignore=each.ignore,
                attributes=each.attributes,
            )


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    """Detections of a file, or of the shards in a folder."""
    source, names = Source(str(path), "tfrecord", "TFRecord", path), _names(path, options)
    rows = PredictionRows(source, options)
    if not add_plain_predictions(record_files(path), rows, names):
        rows = PredictionRows(source, options)
        _add_predictions(path, options, rows, names)
    return rows.predictions()


def _add_predictions(
    path: Path, options: ReadOptions, rows: PredictionRows, names: Mapping[int, str]
) -> None:
    """Record by record, as `_add_truth`."""
    for picture in _pictures(path, options, _DETECTION_PARTS):
        name = picture.name()
        try:
            width, height = picture.size() or size_of_picture(options, name)
            detections = picture.detections(width, height)
        except InputError as error:
            options.errors.refuse(error)
            continue
        for kind, box, score, place in detections:
            if isinstance(kind, str):
                rows.add(name, kind, box, score, place)
            elif names and kind not in names:
                options.errors.refuse(unnamed_label(kind, place))
            else:
                rows.add(name, names.get(kind, kind), box, score, place)


def _pictures(path: Path, options: ReadOptions, parts: tuple[str, ...]) -> Iterator[Picture]:
    row = 0
    for file in record_files(path):
        for number, data in read_frames(file, options.errors):
            place = f"{file} record {number}"
            try:
                yield Picture(read_example(data, place, row, parts), place, row)
            except InputError as error:
                options.errors.refuse(error)
            row += 1


def _names(path: Path, options: ReadOptions) -> dict[int, str]:
    if options.classes:
        return dict(enumerate(options.classes, start=1))
    return label_names(path)
