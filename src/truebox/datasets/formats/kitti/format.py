"""KITTI labels: one text file per image, 15 columns, and a score behind them for detections.

Facts relied on (readme.txt of the object development kit, cvlibs.net/datasets/kitti):

- ``type truncated occluded alpha left top right bottom height width length x y z rotation_y [score]``;
  the 2D box is in pixels, **0-based**. The kit's evaluation measures widths as ``right - left``, without
  adding one.
- ``DontCare`` regions are no objects: they are ignored, and so are detections in them. Unknown values
  there are -1, -1, -10 and -1000.
- ``occluded``: 0 fully visible, 1 partly, 2 largely, 3 unknown. ``truncated``: 0 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from truebox._writing.whole_folder import whole_folder
from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.folders.file_per_image import FilePerImage
from truebox.datasets.folders.folder_files import files_in, without_suffix
from truebox.datasets.folders.picture_folder import size_of_picture
from truebox.datasets.format import Evidence, Format, Loss, ReadOptions, Role
from truebox.datasets.outgoing.not_held import prediction_losses, truth_losses
from truebox.datasets.outgoing.written_images import (
    WrittenImage,
    WrittenObject,
    predictions_by_image,
    truth_by_image,
)
from truebox.datasets.place import Place
from truebox.datasets.texts.label_lines import are_numbers, head_words, label_lines, numbers_of
from truebox.datasets.texts.word import as_number, as_word
from truebox.errors import InputError
from truebox.records import Predictions, Source, Truth

__all__ = ["FORMAT"]

# Beside the box; unknown values, which writing uses where an object has none.
_ATTRIBUTES = {"truncated": -1.0, "occluded": -1.0, "alpha": -10.0}
_SPACE = {
    "height_3d": -1.0,
    "width_3d": -1.0,
    "length_3d": -1.0,
    "x_3d": -1000.0,
    "y_3d": -1000.0,
    "z_3d": -1000.0,
    "rotation_y": -10.0,
}
_NAMES = (*_ATTRIBUTES, "left", "top", "right", "bottom", *_SPACE)
_IGNORED = "DontCare"


def _recognise(place: Place, role: Role) -> Evidence | None:
    columns = 15 if role == "truth" else 16
    lines = head_words(place.first(".txt") if place.is_folder else place.head)
    if not lines or not all(len(line) == columns and are_numbers(line[1:]) for line in lines):
        return None
    return Evidence(3, f"lines of a class and {columns - 1} numbers")


def _words(place: str, words: list[str]) -> tuple[str, list[float]]:
    if len(words) not in (15, 16):
        problem = f"the line has {len(words)} columns, need 15, or 16 with a score"
        raise InputError("E-421", place, problem, "complete the line, or name another format")
    return words[0], numbers_of(words[1:], place, (*_NAMES, "score")[: len(words) - 1])


def _read_truth(path: Path, options: ReadOptions) -> Truth:
    rows = TruthRows(Source(str(path), FORMAT.name, FORMAT.title, path), options)
    rows.categories(options.classes or ())
    for file, name in files_in(path, ".txt"):
        key = without_suffix(name)
        width, height = size_of_picture(options, key)
        image = rows.image(key, width=width, height=height)
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
                ignore=label == _IGNORED,
                attributes=_attributes(numbers),
            )
    return rows.truth()


def _read_predictions(path: Path, options: ReadOptions) -> Predictions:
    rows = PredictionRows(Source(str(path), FORMAT.name, FORMAT.title, path), options)
    for file, name in files_in(path, ".txt"):
        for place, words in label_lines(file):
            try:
                label, numbers = _words(place, words)
                if len(numbers) < 15:
                    raise InputError("E-123", place, "the score is missing", "write it as the 16th column")
            except InputError as error:
                options.errors.refuse(error)
                continue
            attributes = _attributes(numbers)
            rows.add(
                without_suffix(name), label, _box(numbers, options), numbers[14], place, attributes=attributes
            )
    return rows.predictions()


def _box(numbers: Sequence[float], options: ReadOptions) -> tuple[float, float, float, float]:
    left, top, right, bottom = numbers[3:7]
    origin = options.pixel_origin or 0
    return left - origin, top - origin, right - left, bottom - top


def _attributes(numbers: Sequence[float]) -> dict[str, float]:
    return dict(zip((*_ATTRIBUTES, *_SPACE), (*numbers[:3], *numbers[7:14]), strict=True))


def _write_truth(truth: Truth, path: Path) -> tuple[Loss, ...]:
    _write(truth_by_image(truth), path)
    ignored = {"ignore"} if _ignored_are_marked(truth) else set()
    kept = {"empty images", *ignored, *(f"attribute {name}" for name in (*_ATTRIBUTES, *_SPACE))}
    return truth_losses(truth, kept)


def _write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[Loss, ...]:
    _write(predictions_by_image(truth, predictions), path)
    return prediction_losses(predictions, {f"attribute {name}" for name in (*_ATTRIBUTES, *_SPACE)})


def _ignored_are_marked(truth: Truth) -> bool:
    names = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    labels = [names.get(each) for each in truth.category.tolist()]
    return all(label == _IGNORED for label, flag in zip(labels, truth.ignore.tolist(), strict=True) if flag)


def _write(images: Sequence[WrittenImage], path: Path) -> None:
    with whole_folder(path) as folder:
        files = FilePerImage(folder, ".txt")
        for image in images:
            lines = [_line(each, f"{path} image {image.name}") for each in image.objects]
            files.path(image.name, str(path)).write_text("".join(lines), encoding="utf-8", newline="\n")


def _line(each: WrittenObject, place: str) -> str:
    x, y, width, height = each.box
    beside = [float(each.attributes.get(name, unknown)) for name, unknown in _ATTRIBUTES.items()]
    space = [float(each.attributes.get(name, unknown)) for name, unknown in _SPACE.items()]
    numbers = [*beside, x, y, x + width, y + height, *space, *([] if each.score is None else [each.score])]
    return " ".join((as_word(each.label, place), *map(as_number, numbers))) + "\n"


FORMAT = Format(
    name="kitti",
    title="KITTI labels",
    recognise=_recognise,
    boxes="xyxy",
    read_truth=_read_truth,
    read_predictions=_read_predictions,
    write_truth=_write_truth,
    write_predictions=_write_predictions,
)
