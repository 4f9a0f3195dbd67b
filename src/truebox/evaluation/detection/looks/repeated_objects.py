"""Objects that the truth holds twice: annotations of two exports, or of two people, put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import suppression as native
from truebox.evaluation.detection.looks.gained import gained
from truebox.records import Finding
from truebox.records.taking import take_truth

if TYPE_CHECKING:
    from truebox.evaluation.result import Result
    from truebox.records import Truth
    from truebox.typing import Int64Array

__all__ = ["repeated_objects"]

_SAMPLE = 1_000
_NEARLY_EQUAL = 0.8
_FEWEST, _SHARE = 10, 0.15


def repeated_objects(result: Result, against: Callable[[Truth], Result]) -> Finding | None:
    """What to say (W-326) where many objects are others again, and AP is higher without these.

    A seventh of the objects, ten at least, must overlap one of their image and class by .8.

    Parameters
    ----------
    result : Result
        Of boxes, or of shapes, whose boxes around them are looked at.
    against : callable
        Evaluates the same predictions against another truth.
    """
    overall, truth, ground = result.metrics.get("AP"), result.truth, result.ground
    if overall is None or ground is None or len(truth) < _FEWEST or result.parameters.class_agnostic:
        return None  # without classes, objects of two are no repetition
    columns, count = ground.columns, len(result.state.images)
    chosen = np.zeros(count + 1, dtype=bool)  # the last of none
    chosen[
        np.linspace(0, count - 1, max(1, int(min(1.0, _SAMPLE / len(truth)) * count))).astype(np.int64)
    ] = True
    near = np.flatnonzero(chosen[columns.image])
    cells = columns.category[near].astype(np.int64) * count + columns.image[near]
    repeated = _repeated(truth, columns.rows[near], cells)
    if len(repeated) < max(_FEWEST, _SHARE * len(near)):
        return None
    image, category = (
        np.unique(each.values, return_inverse=True)[1].reshape(-1) for each in (truth.image, truth.category)
    )
    again = _repeated(truth, np.arange(len(truth)), category * (image.max() + 1) + image)
    kept = np.delete(np.arange(len(truth)), again)
    otherwise = against(take_truth(truth, kept)).metrics["AP"]
    if not gained(otherwise, overall):
        return None
    return Finding(
        "W-326",
        f"{len(again):,} of {len(truth):,} objects in {truth.source.name} overlap another of their image and "
        f"class by {_NEARLY_EQUAL:g} or more, as where two exports were put together; one detection finds "
        f"one of them, and AP would be {otherwise:.4f} instead of {overall:.4f} if each were there once",
        len(again),
    )


def _repeated(truth: Truth, rows: Int64Array, cells: Int64Array) -> Int64Array:
    """Which of these rows overlap an earlier one of their cell so far; regions of many are left out."""
    boxes = truth.boxes[rows]
    sized = np.flatnonzero((truth.crowd[rows] == 0) & (boxes[:, 2:] > 0).all(axis=1))
    rows, boxes = rows[sized], boxes[sized]
    corners = np.concatenate([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]], axis=1)
    kept = native.nms(corners, np.zeros(len(rows)), cells[sized], False, _NEARLY_EQUAL, -np.inf, len(rows), 1)
    again = np.ones(len(rows), dtype=bool)
    again[kept] = False
    return rows[again]
