"""Ultralytics results as records; the facts relied on stand in `format`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.formats.coco.format import FORMAT as COCO
from truebox.datasets.joining.coco_ids import COCO_IDS
from truebox.datasets.options import ReadOptions
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
