"""Objects that the truth holds twice: annotations of two exports, or of two people, put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import suppression as native
from truebox._widened import held_values
from truebox.records import Finding
from truebox.records.taking import take_truth

if TYPE_CHECKING:
    from truebox.evaluation.result import Result
    from truebox.records import Truth
    from truebox.typing import AnyArray, Int64Array

__all__ = ["repeated_objects"]

_SAMPLE = 2_000
_NEARLY_EQUAL = 0.8
_FEWEST, _SHARE = 10, 0.15
_BETTER, _TIMES_BETTER = 0.02, 1.05


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
    if overall is None or ground is None or len(truth) < _FEWEST:
        return None
    image = ground.columns.image
    chosen = np.zeros(len(result.state.images) + 1, dtype=bool)  # the last of none
    share = min(1.0, _SAMPLE / max(1, len(image)))
    places = np.linspace(0, len(chosen) - 2, max(1, int(share * (len(chosen) - 1)))).astype(np.int64)
    chosen[places] = True
    chosen[-1] = False
    near = np.flatnonzero(chosen[image])
    rows = ground.columns.rows[near]
    repeated = _repeated(truth, rows)
    if len(repeated) < max(_FEWEST, _SHARE * len(rows)):
        return None
    again = _repeated(truth, np.arange(len(truth)))
    kept = np.delete(np.arange(len(truth)), again)
    otherwise = against(take_truth(truth, kept)).metrics["AP"]
    if otherwise is None or otherwise < max(overall + _BETTER, _TIMES_BETTER * overall):
        return None
    return Finding(
        "W-326",
        f"{len(again):,} of {len(truth):,} objects in {truth.source.name} overlap another of their image and "
        f"class by {_NEARLY_EQUAL:g} or more, as where two exports were put together; one detection finds one "
        f"of them, and AP would be {otherwise:.4f} instead of {overall:.4f} if each object were there once",
        len(again),
    )


def _repeated(truth: Truth, rows: Int64Array) -> Int64Array:
    """Which of these rows overlap an earlier one of their image and class so far; no regions of many."""
    boxes = truth.boxes[rows]
    sized = np.flatnonzero((truth.crowd[rows] == 0) & (boxes[:, 2:] > 0).all(axis=1))
    rows, boxes = rows[sized], boxes[sized]
    image, category = (_numbered(held_values(each, "values")[rows]) for each in (truth.image, truth.category))
    cells = category * (image.max(initial=0) + 1) + image
    corners = np.concatenate([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]], axis=1)
    kept = native.nms(corners, np.zeros(len(rows)), cells, False, _NEARLY_EQUAL, -np.inf, len(rows), 1)
    again = np.ones(len(rows), dtype=bool)
    again[kept] = False
    return rows[again]


def _numbered(values: AnyArray) -> Int64Array:
    return np.unique(values, return_inverse=True)[1].reshape(-1).astype(np.int64)
