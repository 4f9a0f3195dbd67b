"""Boxes where none can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import looks as native
from truebox._native.threads import thread_count
from truebox._writing.counted import agreeing, counted
from truebox.datasets.joining.adjusting import sizes_of_rows
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.records import Predictions, Truth
    from truebox.typing import BoolArray

__all__ = ["boxes_outside", "huge_boxes"]

_FIRST_ROWS = 5
_SLACK = 1.0
_HUGE = 1e7


def boxes_outside(truth: Truth, records: Truth | Predictions, noun: str) -> Iterator[Finding]:
    """Rows whose box reaches more than a pixel out of its image, or lies outside wholly (W-471).

    Examples
    --------
    >>> import truebox as tb
    >>> image = {"boxes": [[90, 0, 120, 9]], "labels": ["cat"], "width": 100, "height": 50}
    >>> truth = tb.read_truth([image])
    >>> print(next(boxes_outside(truth, truth, "annotation")).message)
    1 of 1 annotation reaches out of its image, 0 of them wholly
    """
    out, wholly = _outside(truth, records)
    rows = np.flatnonzero(out)
    if len(rows):
        share = f"{len(rows)} of {counted(len(records), noun)}"
        reach = agreeing(len(rows), "reaches out of its image", "reach out of their image")
        message = f"{share} {reach}, {int(wholly.sum())} of them wholly"
        yield Finding("W-471", message, len(rows), tuple(rows[:_FIRST_ROWS].tolist()))


def _outside(truth: Truth, records: Truth | Predictions) -> tuple[BoolArray, BoolArray]:
    """Which rows reach more than a pixel out of their image, and which of these are outside wholly."""
    if len(records) == 0 or truth.units == "fractions":
        none: BoolArray = np.zeros(0, dtype=bool)
        return none, none
    sizes = sizes_of_rows(truth, records)
    known = (sizes > 0).all(axis=1)
    low, high = records.boxes[:, :2], records.boxes[:, :2] + records.boxes[:, 2:]
    out: BoolArray = np.asarray(known & ((low < -_SLACK).any(axis=1) | (high > sizes + _SLACK).any(axis=1)))
    wholly: BoolArray = out & np.asarray((high <= 0).any(axis=1) | (low >= sizes).any(axis=1))
    return out, wholly


def huge_boxes(records: Truth | Predictions, noun: str, threads: int | None = None) -> Iterator[Finding]:
    """Rows with a coordinate beyond ten million (W-479): no picture is as large.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 1e30, 9]], "labels": ["cat"]}])
    >>> next(huge_boxes(truth, "annotation")).code
    'W-479'
    """
    boxes = np.ascontiguousarray(records.boxes, dtype=np.float64)
    if not native.any_beyond(boxes, _HUGE, thread_count(threads)):
        return
    rows = np.flatnonzero((np.abs(records.boxes) > _HUGE).any(axis=1))
    if len(rows):
        message = (
            f"{counted(len(rows), noun)} {agreeing(len(rows), 'has', 'have')} coordinates beyond ten million"
        )
        yield Finding("W-479", message, len(rows), tuple(rows[:_FIRST_ROWS].tolist()))
