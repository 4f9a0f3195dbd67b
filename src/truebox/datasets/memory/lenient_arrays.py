"""Arrays of one image without the boxes and scores that would be refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.datasets import memory
from truebox.datasets.columns.box_reading import as_read
from truebox.datasets.columns.values import LARGEST_COORDINATE
from truebox.datasets.memory.array_values import numpy_of
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.datasets.row_errors import RowErrors
    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = ["kept_entry", "kept_masks"]

_PER_BOX = ("boxes", "labels", "scores", "masks", "corners", "keypoints", "iscrowd", "ignore", "area", "ids")
_PROBLEMS = {
    "E-121": "is not finite or not a pixel coordinate",
    "E-122": "read as {} has a negative width or height",
    "E-124": "is not finite",
    "E-128": "is no area",
}


def kept_entry(entry: Mapping[str, Any], place: str, box_format: str, errors: RowErrors) -> Mapping[str, Any]:
    """The arrays of an image without bad rows (E-121, E-122, E-124, E-128), each of which is counted.

    What has not the shape of boxes or scores is left to be refused as a whole.

    Examples
    --------
    >>> from truebox.datasets.row_errors import RowErrors
    >>> errors = RowErrors(lenient=True)
    >>> entry = {"boxes": [[0, 0, 9, 9], [0, 0, float("nan"), 9]], "labels": ["cat", "dog"]}
    >>> kept_entry(entry, "truth[0]", "xyxy", errors)["labels"], errors.counts
    (['cat'], {'E-121': 1})
    """
    boxes = _numbers(entry.get("boxes"))
    if boxes is None or boxes.ndim != 2 or boxes.shape[1] != 4:
        return entry
    kept = np.ones(len(boxes), dtype=bool)
    with np.errstate(invalid="ignore"):
        bad = [
            ("boxes", "E-121", boxes, ~np.all(np.abs(boxes) <= LARGEST_COORDINATE, axis=1)),
            ("boxes", "E-122", boxes, np.any(as_read(boxes, box_format)[:, 2:] < 0, axis=1)),
        ]
    for key, code in (("scores", "E-124"), ("area", "E-128")):
        values = _numbers(entry.get(key))
        if values is not None and values.shape == kept.shape:
            wrong = ~np.isfinite(values) | ((values < 0) & (key == "area"))
            bad.append((key, code, values, wrong))
    for key, code, values, wrong in bad:
        for row in np.flatnonzero(wrong & kept).tolist():
            problem = f"{values[row].tolist()} {_PROBLEMS[code].format(box_format)}"
            fix = "remove or repair such rows"
            errors.refuse(InputError(code, f"{place}.{key}[{row}]", problem, fix, row=row))
        kept &= ~wrong
    if kept.all():
        return entry
    rows = np.flatnonzero(kept)
    return {**entry, **{key: _rows(entry[key], rows) for key in _PER_BOX if entry.get(key) is not None}}


def kept_masks(entry: Mapping[str, Any], place: str, errors: RowErrors) -> Mapping[str, Any]:
    """The arrays of an image without run lengths that do not fill it (E-160 to E-165), each counted.

    Examples
    --------
    >>> from truebox.datasets.row_errors import RowErrors
    >>> errors = RowErrors(lenient=True)
    >>> masks = [{"size": [2, 2], "counts": [1, 3]}, {"size": [2, 2], "counts": [1, 1]}]
    >>> kept_masks({"masks": masks, "labels": [7, 8]}, "truth[0]", errors)["labels"], errors.counts
    ([7], {'E-160': 1})
    """
    if not isinstance(entry.get("masks"), list | tuple):
        return entry
    refused = memory.rows_of_bad_masks(place, entry["masks"])
    for error in refused:
        errors.refuse(error)
    if not refused:
        return entry
    rows = np.setdiff1d(np.arange(len(entry["masks"])), [error.row for error in refused])
    return {**entry, **{key: _rows(entry[key], rows) for key in _PER_BOX if entry.get(key) is not None}}


def _numbers(value: Any) -> FloatArray | None:
    array = None if value is None else numpy_of(value)
    return array.astype(np.float64) if array is not None and array.dtype.kind in "iufb" else None


def _rows(values: Any, rows: Int64Array) -> AnyArray | list[Any]:
    if isinstance(values, list | tuple):
        return [values[row] for row in rows.tolist() if row < len(values)]
    array = numpy_of(values)
    return array[rows[rows < len(array)]]
