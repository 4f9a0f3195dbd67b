"""Boxes of one frame joined to the boxes of the frame before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.arrays import library_of
from truebox.boxes import BoxFormat, validate_boxes
from truebox.boxes.box_array import as_box_array
from truebox.boxes.box_format import as_box_format
from truebox.errors import ArgumentError
from truebox.matching import Matches, match_optimal
from truebox.overlap import pairwise_iou

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike
    from truebox.typing import AnyArray, FloatArray, Int64Array, Pixels

__all__ = ["associate"]


@refuses_other_kinds
def associate(
    previous_boxes: Any,
    boxes: Any,
    *,
    scores: Any = None,
    iou_threshold: float = 0.2,
    second_iou_threshold: float = 0.5,
    high_score: float = 0.6,
    low_score: float = 0.1,
    previous_labels: Any = None,
    labels: Any = None,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
) -> Matches:
    """Join the boxes of this frame to those of the frame before, in two stages when there are scores.

    First the boxes with a high score are matched. Then those with a low score, which are often objects half
    hidden, may continue what is left of the previous boxes, under the stricter `second_iou_threshold`. Within
    a stage the matching is the best one as a whole: of all pairs whose IoU is above the threshold, those are
    chosen whose IoU exceeds it by the most in total. So two doubtful pairs never break up a good one.

    Parameters
    ----------
    previous_boxes : array-like [N, 4]
        Of the frame before; or, better, where a motion model expects them now.
    boxes : array-like [M, 4]
        Of this frame. Arrays of any library, like `previous_boxes`; the answer is in NumPy.
    scores : array-like [M], optional
        Of `boxes`, finite. Without them there is one stage, with all boxes.
    iou_threshold : float
        From 0 to 1. In the first stage a pair needs an IoU greater than this.
    second_iou_threshold : float
        From 0 to 1. The same in the second stage.
    high_score : float
        Boxes with this score or more take part in the first stage.
    low_score : float
        Boxes with this score or more, but less than `high_score`, take part in the second. What scores less
        takes no part, and is left over.
    previous_labels, labels : array-like of int [N] and [M], optional
        Only boxes with equal labels are joined. Both or neither.
    box_format : BoxFormat or str
        What the four numbers mean, on both sides.
    pixels : {"continuous", "inclusive"}
        Whether corners are positions, or indices of pixels that belong to the box; see `truebox.iou`.

    Returns
    -------
    Matches
        ``rows`` are places in `previous_boxes`, ascending, ``columns`` places in `boxes`. ``unmatched_rows``
        are objects lost from sight, ``unmatched_columns`` new objects, if their score is high enough.

    Raises
    ------
    ArgumentError
        For shapes that do not fit, scores that are not finite, or a threshold out of range.
    InputError
        For boxes that are not finite or are turned around (argument and row are named).

    Notes
    -----
    The two stages and the default limits are those of ByteTrack's association. Its published code also
    multiplies the IoU of the first stage by the score, and predicts `previous_boxes` by a Kalman filter;
    neither is done here.

    References
    ----------
    Zhang et al., "ByteTrack: Multi-Object Tracking by Associating Every Detection Box", ECCV 2022,
    arXiv:2110.06864.

    Examples
    --------
    >>> from truebox.tracking import associate
    >>> before = [(0, 0, 10, 10), (50, 50, 70, 70), (90, 0, 95, 5)]
    >>> now = [(52, 51, 72, 71), (1, 0, 11, 10), (200, 200, 220, 220)]
    >>> joined = associate(before, now, scores=[0.3, 0.9, 0.8])
    >>> joined.rows, joined.columns  # the box of score 0.3 joins in the second stage
    (array([0, 1]), array([1, 0]))
    >>> joined.unmatched_rows, joined.unmatched_columns  # one is lost, one is new
    (array([2]), array([2]))
    """
    first_limit = _as_fraction(iou_threshold, "iou_threshold")
    second_limit = _as_fraction(second_iou_threshold, "second_iou_threshold")
    overlap = _overlap(previous_boxes, boxes, box_format, pixels)
    _forbid_other_labels(overlap, previous_labels, labels)
    if scores is None:
        return _best_pairs(overlap, first_limit)
    ranking = _as_scores(scores, overlap.shape[1])
    high, low = _as_limits(high_score, low_score)
    first = _pairs_of(overlap, np.arange(len(overlap)), np.flatnonzero(ranking >= high), first_limit)
    free = np.setdiff1d(np.arange(len(overlap)), first[0])
    second = _pairs_of(overlap, free, np.flatnonzero((ranking >= low) & (ranking < high)), second_limit)
    return _joined(np.concatenate([first, second], axis=1), overlap.shape)


def _pairs_of(overlap: FloatArray, rows: Int64Array, columns: Int64Array, limit: float) -> Int64Array:
    """Pairs [2, K] of the whole matrix, found among these rows and columns."""
    found = _best_pairs(overlap[np.ix_(rows, columns)], limit)
    return np.stack([rows[found.rows], columns[found.columns]])


def _best_pairs(overlap: FloatArray, limit: float) -> Matches:
    """Pairs above the limit with the largest total excess over it."""
    # A pair that is not allowed is worth nothing, and an infinite gate would put many pairs before good ones:
    # so all are offered, and those worth nothing are dropped afterwards.
    worth = np.maximum(overlap - limit, 0.0)
    found = match_optimal(worth, maximize=True)
    good = worth[found.rows, found.columns] > 0
    return _joined(np.stack([found.rows[good], found.columns[good]]), overlap.shape)


def _joined(pairs: Int64Array, shape: tuple[int, ...]) -> Matches:
    """Pairs [2, K] by row, with both leftovers."""
    rows, columns = pairs[:, np.argsort(pairs[0])]
    return Matches(
        rows, columns, np.setdiff1d(np.arange(shape[0]), rows), np.setdiff1d(np.arange(shape[1]), columns)
    )


def _overlap(previous_boxes: Any, boxes: Any, box_format: BoxFormatLike, pixels: Pixels) -> FloatArray:
    layout = as_box_format(box_format)
    before = _as_rows(previous_boxes, layout, "previous_boxes")
    now = _as_rows(boxes, layout, "boxes")
    overlap = pairwise_iou(before, now, box_format=layout, pixels=pixels)
    return overlap.astype(np.float64, copy=False)


def _as_rows(boxes: Any, layout: BoxFormat, name: str) -> AnyArray:
    array = as_box_array(library_of(boxes).to_numpy(boxes), layout, name)
    if array.ndim != 2:
        raise ArgumentError(f"{name} has shape {array.shape}; expected [N, 4], four numbers a box")
    validate_boxes(array, box_format=layout, name=name)
    return array


def _forbid_other_labels(overlap: FloatArray, previous_labels: Any, labels: Any) -> None:
    """No overlap where the labels differ."""
    if (previous_labels is None) != (labels is None):
        missing = "labels" if labels is None else "previous_labels"
        raise ArgumentError(f"{missing} is missing; give the labels of both frames, or of neither")
    if labels is None:
        return
    before = _as_column(previous_labels, overlap.shape[0], "previous_labels")
    now = _as_column(labels, overlap.shape[1], "labels")
    overlap[before[:, None] != now] = 0.0


def _as_column(values: Any, count: int, name: str) -> AnyArray:
    array = np.asarray(library_of(values).to_numpy(values))
    if array.shape != (count,):
        raise ArgumentError(f"{name} has shape {array.shape}; expected ({count},), one per box")
    if array.dtype.kind not in "fiub" and array.size:
        raise ArgumentError(f"{name} has dtype {array.dtype}; expected numbers")
    return array


def _as_scores(scores: Any, count: int) -> AnyArray:
    array = _as_column(scores, count, "scores")
    if not np.isfinite(array).all():
        row = int(np.argmin(np.isfinite(array)))
        raise ArgumentError(f"scores[{row}] is {array[row]}; expected a finite number")
    return array


def _as_limits(high_score: float, low_score: float) -> tuple[float, float]:
    if not low_score <= high_score:
        raise ArgumentError(
            f"low_score is {low_score!r} and high_score {high_score!r}; expected low_score <= high_score"
        )
    return high_score, low_score


def _as_fraction(value: float, name: str) -> float:
    if not 0 <= value <= 1:
        raise ArgumentError(f"{name} is {value!r}; expected a number from 0 to 1")
    return float(value)
