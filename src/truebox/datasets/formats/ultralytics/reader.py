"""Ultralytics results as records; the facts relied on stand in `format`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.formats.coco.format import FORMAT as COCO
from truebox.datasets.joining.coco_ids import COCO_IDS
from truebox.datasets.options import ReadOptions
from truebox.datasets.texts.files import read_bytes
from truebox.datasets.texts.json_text import parse
from truebox.errors import InputError
from truebox.records import Finding, Ids

if TYPE_CHECKING:
    from truebox.records import Predictions

__all__ = ["read_predictions"]


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    assert COCO.read_predictions is not None  # it has both sides
    found = COCO.read_predictions(path, options)
    found = replace(
        found, source=replace(found.source, format="ultralytics", description="Ultralytics results")
    )
    found = _by_file_names(found, path, options)
    names = _names(options)
    if found.category.are_strings or not len(found):
        return found
    if names is None:
        return found
    numbers = found.category.values
    positions = _positions(numbers, len(names), found.source.name)
    used, codes = np.unique(positions, return_inverse=True)
    table = tuple(names[place] for place in used.tolist())
    said = Finding(
        "W-457",
        f"class ids of {found.source.name} are read as {_counting(numbers, positions)}: "
        f"{int(numbers.min())} is {say(names[int(positions.min())])}",
    )
    return replace(
        found,
        category=Ids(codes.astype(np.int64).reshape(-1), table),
        category_by="name",
        findings=(*found.findings, said),
    )


def _by_file_names(found: Predictions, path: Path, options: ReadOptions) -> Predictions:
    """Rows known by their file names, where the truth gives one of their numbers to another file.

    The number of an image is that in the name of its file, and a truth may count its images in its own way.
    """
    if options.truth is None or not len(found) or found.image.are_strings:
        return found
    images = options.truth.images
    if images.ids.are_strings or not any(images.file_names):
        return found
    numbered = {
        value: _number_of(name) for value, name in zip(images.ids.tolist(), images.file_names, strict=True)
    }
    if all(numbered.get(value) == value for value in found.image.distinct().tolist()):
        return found
    rows = parse(read_bytes(path), found.source.name)
    kept = range(len(rows)) if found.source_rows is None else found.source_rows.tolist()
    names = [rows[row].get("file_name") for row in kept] if len(rows) > max(kept, default=0) else []
    known = {PurePath(name).stem for name in images.file_names}
    if len(names) != len(found) or not all(
        isinstance(name, str) and PurePath(name).stem in known for name in names
    ):
        return found
    return replace(found, image=Ids.of(names), image_by="name")


def _number_of(name: str) -> int | None:
    stem = PurePath(name).stem
    return int(stem) if stem.isascii() and stem.isdigit() else None


def _counting(numbers: np.ndarray, positions: np.ndarray) -> str:
    if (numbers == positions).all():
        return "counted from 0, as YOLOv5 and older Ultralytics write them"
    shifted = bool((numbers == positions + 1).all())
    return "counted from 1, as Ultralytics writes them" if shifted else "COCO's published ids"


def _names(options: ReadOptions) -> tuple[str, ...] | None:
    """Names in the order of the model's numbers, where numbers are not the truth's own ids."""
    if options.classes is not None:
        return options.classes
    if options.truth is not None and options.truth.source.format == "yolo":
        return options.truth.categories.names
    return None


def _positions(numbers: np.ndarray, count: int, name: str) -> np.ndarray:
    """Places in the list of names: ids minus 1; as they are where one is 0; or of COCO's published ids."""
    highest = int(numbers.max())
    if numbers.min() == 0 and highest < count:
        return numbers
    if count == len(COCO_IDS) and highest > count and np.isin(numbers, COCO_IDS).all():
        return np.searchsorted(np.array(COCO_IDS), numbers)
    bad = (numbers < 1) | (numbers > count)
    if bad.any():
        row = int(bad.argmax())
        problem = f"category_id {say(int(numbers[row]))} is none of 1 to {count}"
        fix = "pass the names of all classes of the model with --classes @names.txt, one a line"
        raise InputError("E-402", f"{name}[{row}].category_id", problem, fix, row=row)
    return np.asarray(numbers - 1)
