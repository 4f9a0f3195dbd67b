"""Records as KITTI labels."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.whole_folder import whole_folder
from truebox.datasets.folders.file_per_image import FilePerImage
from truebox.datasets.folders.new_files import write_new_files
from truebox.datasets.folders.safe_names import plain_names
from truebox.datasets.format import NotHeld
from truebox.datasets.formats.kitti.format import BESIDE, IGNORED, SPACE
from truebox.datasets.outgoing.not_held import predictions_not_held, truth_not_held
from truebox.datasets.outgoing.written_columns import columns_by_image
from truebox.datasets.outgoing.written_images import (
    WrittenImage,
    WrittenObject,
    predictions_by_image,
    truth_by_image,
)
from truebox.datasets.texts.csv.row_texts import chosen, grouped_rows, shortly
from truebox.datasets.texts.word import as_number, as_word
from truebox.errors import InputError
from truebox.records import Predictions, Truth

if TYPE_CHECKING:
    from truebox.typing import FloatArray, Int64Array

__all__ = ["write_predictions", "write_truth"]


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    plain = _plain_lines(truth, path)
    if plain is None:
        _write(truth_by_image(truth), path)
    else:
        with whole_folder(path) as folder:
            write_new_files(folder, *plain)
    ignored = {"ignore"} if _ignored_are_marked(truth) else set()
    kept = {"empty images", *ignored, *(f"attribute {name}" for name in (*BESIDE, *SPACE))}
    return truth_not_held(truth, kept)


def write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[NotHeld, ...]:
    _write(predictions_by_image(truth, predictions), path)
    return predictions_not_held(predictions, {f"attribute {name}" for name in (*BESIDE, *SPACE)})


def _ignored_are_marked(truth: Truth) -> bool:
    names = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    labels = [names.get(each) for each in truth.category.tolist()]
    return all(label == IGNORED for label, flag in zip(labels, truth.ignore.tolist(), strict=True) if flag)


def _plain_lines(truth: Truth, path: Path) -> tuple[list[str], tuple[bytes, Int64Array]] | None:
    """Names and lines of the files; None where one has to be looked at by itself."""
    columns = columns_by_image(truth)
    names = [] if columns is None else plain_names(columns.names)
    beside = [_attribute(truth, *each) for each in (BESIDE | SPACE).items()]
    if columns is None or not names or any(column is None for column in beside):
        return None
    classes = list(truth.categories.names)
    try:
        for code in np.flatnonzero(np.bincount(columns.category, minlength=len(classes))).tolist():
            as_word(classes[code], str(path))
    except InputError:  # which image it is in is said there
        return None
    x, y, width, height = columns.boxes.T
    numbers = [shortly(column[columns.rows]) for column in beside if column is not None]
    numbers[len(BESIDE) : len(BESIDE)] = map(shortly, (x, y, x + width, y + height))
    written = [chosen(columns.category, [*map(str, classes)]), *numbers]
    between = ["", *[" "] * len(numbers), "\n"]
    return [f"{name}.txt" for name in names], grouped_rows(written, between, columns.image, len(names))


def _attribute(truth: Truth, name: str, unknown: float) -> FloatArray | None:
    values = truth.attributes.get(name)
    if values is None:
        return np.full(len(truth), unknown)
    if values.dtype.kind not in "bif" or not np.isfinite(values).all():
        return None
    return values.astype(np.float64)


def _write(images: Sequence[WrittenImage], path: Path) -> None:
    with whole_folder(path) as folder:
        files = FilePerImage(folder, ".txt")
        for image in images:
            lines = [_line(each, f"{path} image {image.name}") for each in image.objects]
            files.path(image.name, str(path)).write_text("".join(lines), encoding="utf-8", newline="\n")


def _line(each: WrittenObject, place: str) -> str:
    x, y, width, height = each.box
    beside = [float(each.attributes.get(name, unknown)) for name, unknown in BESIDE.items()]
    space = [float(each.attributes.get(name, unknown)) for name, unknown in SPACE.items()]
    numbers = [*beside, x, y, x + width, y + height, *space, *([] if each.score is None else [each.score])]
    return " ".join((as_word(each.label, place), *map(as_number, numbers))) + "\n"
