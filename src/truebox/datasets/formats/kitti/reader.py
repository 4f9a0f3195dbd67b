"""KITTI labels as records; the facts relied on stand in `format`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from truebox.datasets.columns.pixel_origin import titled
from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.folders.folder_files import files_in, without_suffix
from truebox.datasets.folders.picture_folder import size_of_picture
from truebox.datasets.formats.kitti.format import BESIDE, FORMAT, IGNORED, NAMES, SPACE
from truebox.datasets.formats.kitti.plain import add_plain_truth, plain_predictions
from truebox.datasets.options import ReadOptions
from truebox.datasets.texts.label_lines import label_lines, numbers_of
from truebox.errors import InputError
from truebox.records import Predictions, Source, Truth

__all__ = ["read_predictions", "read_truth"]


def _words(place: str, words: list[str]) -> tuple[str, list[float]]:
    if len(words) not in (15, 16):
        problem = f"the line has {len(words)} columns, need 15, or 16 with a score"
        raise InputError("E-421", place, problem, "complete the line, or name another format")
    return words[0], numbers_of(words[1:], place, (*NAMES, "score")[: len(words) - 1])


def read_truth(path: Path, options: ReadOptions) -> Truth:
    title = titled(FORMAT.title, options.pixel_origin)
    rows = TruthRows(Source(str(path), FORMAT.name, title, path, boxes_alone=True), options)
    rows.categories(options.classes or ())
    files = files_in(path, ".txt")
    keys = [without_suffix(name) for _, name in files]
    images = []
    for key in keys:
        width, height = size_of_picture(options, key)
        images.append(rows.image(key, width=width, height=height))
    if add_plain_truth(rows, [file for file, _ in files], keys, options):
        return rows.truth()
    for (file, _), image in zip(files, images, strict=True):
        for place, words in label_lines(file):
            try:
                label, numbers = _words(place, words)
            except InputError as error:
                options.errors.refuse(error)
                continue
            rows.add(
                image,
                rows.category(label),
                _box(numbers, options),
                place,
                ignore=label == IGNORED,
                attributes=_attributes(numbers),
            )
    return rows.truth()


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    source = Source(str(path), FORMAT.name, titled(FORMAT.title, options.pixel_origin), path)
    files = files_in(path, ".txt")
    images = [without_suffix(name) for _, name in files]
    plain = plain_predictions([file for file, _ in files], images, source, options)
    if plain is not None:
        return plain
    rows = PredictionRows(source, options)
    for (file, _), image in zip(files, images, strict=True):
        for place, words in label_lines(file):
            try:
                label, numbers = _words(place, words)
                if len(numbers) < 15:
                    raise InputError("E-123", place, "the score is missing", "write it as the 16th column")
            except InputError as error:
                options.errors.refuse(error)
                continue
            attributes = _attributes(numbers)
            rows.add(image, label, _box(numbers, options), numbers[14], place, attributes=attributes)
    return rows.predictions()


def _box(numbers: Sequence[float], options: ReadOptions) -> tuple[float, float, float, float]:
    left, top, right, bottom = numbers[3:7]
    origin = options.pixel_origin or 0
    return left - origin, top - origin, right - left, bottom - top


def _attributes(numbers: Sequence[float]) -> dict[str, float]:
    return dict(zip((*BESIDE, *SPACE), (*numbers[:3], *numbers[7:14]), strict=True))
