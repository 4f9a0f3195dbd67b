"""Pairs of detections and truths of one image and class, and their overlaps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from truebox.evaluation.protocol import Case
    from truebox.evaluation.states.rules import Rules
    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = ["SameCell", "largest_overlaps", "same_cell"]

_SINGLE_ADDED = np.float32(1e-7)


class SameCell(NamedTuple):
    """Every pair of one cell, by detection, then by truth.

    Parameters
    ----------
    found, true : int64 arrays [P]
        Rows of the two sides as they were given.
    iou : array [P]
    """

    found: Int64Array
    true: Int64Array
    iou: FloatArray


def same_cell(
    found_cell: AnyArray, found_boxes: FloatArray, true_cell: AnyArray, true_boxes: FloatArray, rules: Rules
) -> SameCell:
    """Pair the rows of two sides whose cells are equal; cells below 0 are none.

    Examples
    --------
    >>> from truebox.evaluation import Rules
    >>> box = np.array([[0.0, 0, 10, 10]])
    >>> same_cell(np.array([7, -1]), np.repeat(box, 2, 0), np.array([7]), box, Rules()).iou.tolist()
    [1.0]
    """
    order = np.argsort(true_cell, kind="stable")
    sorted_cells = true_cell[order]
    first = np.searchsorted(sorted_cells, found_cell, side="left")
    count = np.searchsorted(sorted_cells, found_cell, side="right") - first
    count[found_cell < 0] = 0
    found = np.repeat(np.arange(len(found_cell)), count)
    within = np.arange(len(found)) - np.repeat(np.cumsum(count) - count, count)
    true = order[np.repeat(first, count) + within]
    return SameCell(found, true, _iou(found_boxes, true_boxes, found, true, rules))


def largest_overlaps(case: Case, rules: Rules) -> FloatArray:
    """The largest IoU of each detection with a truth of its image and class, 0 without one."""
    alignment = case.alignment
    classes = len(alignment.categories) + 1
    pairs = same_cell(
        _cells(alignment.predicted_image, alignment.predicted_category, classes),
        case.predictions.boxes,
        _cells(alignment.true_image, alignment.true_category, classes),
        case.truth.boxes,
        rules,
    )
    best = np.zeros(len(case.predictions))
    np.maximum.at(best, pairs.found, pairs.iou)
    return best


def _cells(image: AnyArray, category: AnyArray, classes: int) -> Int64Array:
    cell = image.astype(np.int64) * classes + category
    found: Int64Array = np.where((image >= 0) & (category >= 0), cell, -1)
    return found


def _iou(
    found_boxes: FloatArray, true_boxes: FloatArray, found: Int64Array, true: Int64Array, rules: Rules
) -> FloatArray:
    """IoU of the pairs as the matching itself computes it, to the rounding."""
    one = 1.0 if rules.coordinates == "one wider" else 0.0
    kind: Any = np.float32 if rules.overlap == "single" else np.float64
    a, b = _edges(found_boxes, kind, one), _edges(true_boxes, kind, one)
    iou = np.zeros(len(found))
    # Most pairs of an image are beside one another.
    wide = np.minimum(a.right[found], b.right[true]) - np.maximum(a.left[found], b.left[true]) + kind(one)
    near = np.flatnonzero(wide > 0)
    found, true, wide = found[near], true[near], wide[near]
    high = np.minimum(a.bottom[found], b.bottom[true]) - np.maximum(a.top[found], b.top[true]) + kind(one)
    both = np.where(high > 0, wide * high, kind(0))
    union = a.area[found] + b.area[true] - both
    if rules.overlap == "single":
        union += _SINGLE_ADDED
    with np.errstate(divide="ignore", invalid="ignore"):
        iou[near] = np.where(both > 0, both / union, 0.0)
    return iou


class _Edges(NamedTuple):
    """Columns of boxes, each in one piece."""

    left: AnyArray
    top: AnyArray
    right: AnyArray
    bottom: AnyArray
    area: AnyArray


def _edges(boxes: FloatArray, kind: Any, one: float) -> _Edges:
    low: Any = boxes[:, :2].astype(kind)
    high: Any = (boxes[:, :2] + boxes[:, 2:]).astype(kind)
    sides: Any = high - low if kind is np.float32 else boxes[:, 2:] + one
    columns = [*low.T, *high.T, sides[:, 0] * sides[:, 1]]
    return _Edges(*(np.ascontiguousarray(column) for column in columns))
