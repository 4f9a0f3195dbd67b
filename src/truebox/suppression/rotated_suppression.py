"""Greedy non-maximum suppression of rotated boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._typed import suppressed_rows
from truebox.errors import ArgumentError
from truebox.overlap import pairwise_rotated_iou
from truebox.suppression.arguments import as_fraction, as_labels, as_most, as_score_limit, as_scores
from truebox.suppression.greedy_suppression import nms_from_overlap
from truebox.suppression.libraries import as_numpy

if TYPE_CHECKING:
    from truebox.boxes.rotated.rotation import AngleUnit, TurningDirection
    from truebox.typing import FloatArray, Int64Array

__all__ = ["rotated_nms"]

_BLOCK = 1024


@suppressed_rows
@refuses_other_kinds
def rotated_nms(
    boxes: Any,
    scores: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    labels: Any = None,
    iou_threshold: float = 0.5,
    score_threshold: float | None = None,
    max_detections: int | None = None,
    threads: int | None = None,
) -> Any:
    """`truebox.nms` of rotated boxes, by the exact area they share.

    Parameters
    ----------
    boxes : array-like [N, 5]
        Centre x and y, width, height, angle; of any library.
    scores, labels, iou_threshold, score_threshold, max_detections
        As for `truebox.nms`.
    unit, direction : str
        What angles are, as of `truebox.overlap.pairwise_rotated_iou`.
    threads : int, optional
        At most this many.

    Returns
    -------
    int64 array [K]
        Rows kept, highest score first; a tensor of tensors, as of `truebox.nms`.

    Raises
    ------
    InputError
        For the first box that is not finite (E-190) or has a negative size (E-192).
    ArgumentError
        As of `truebox.nms`.

    Notes
    -----
    Boxes of one label are looked at in blocks of 1,024, by falling score: 8 MB of overlaps at a time,
    whatever their number, and none of boxes that a block before has dropped.

    Examples
    --------
    >>> from truebox.suppression import rotated_nms
    >>> boxes = [[50, 50, 40, 10, 30], [51, 50, 40, 10, 32], [50, 50, 40, 10, 120]]
    >>> rotated_nms(boxes, [0.9, 0.8, 0.7], unit="degrees", direction="clockwise")
    array([0, 2])
    """
    boxes, scores, labels, home = as_numpy(boxes, scores, labels)
    threshold, limit, most = (
        as_fraction(iou_threshold, "iou_threshold"),
        as_score_limit(score_threshold),
        as_most(max_detections),
    )
    turns: dict[str, Any] = {"unit": unit, "direction": direction, "threads": threads}
    rows = np.asarray(boxes, np.float64).reshape(-1, 5) if np.size(boxes) == 0 else np.asarray(boxes)
    if rows.ndim > 2:
        raise ArgumentError(f"boxes has shape {rows.shape}; expected [N, 5], five numbers a box")
    pairwise_rotated_iou(rows[:0], rows, **turns)  # refuses what is no box, by its row
    ranking, kinds = as_scores(scores, len(rows)), as_labels(labels, len(rows))
    groups = [np.arange(len(rows))]
    if kinds is not None:
        groups = [np.flatnonzero(kinds == kind) for kind in np.unique(kinds)]
    found = [np.empty(0, np.int64)]
    for group in groups:
        above = group[ranking[group] >= limit]
        order = above[np.argsort(-ranking[above], kind="stable")]
        found.append(_kept(rows, order, ranking, threshold=threshold, most=most, turns=turns))
    kept = np.concatenate(found)
    kept = kept[np.lexsort((kept, -ranking[kept]))][:most]
    return kept if home is None else home.integers(kept)


def _kept(
    rows: FloatArray,
    order: Int64Array,
    ranking: FloatArray,
    *,
    threshold: float,
    most: int,
    turns: dict[str, Any],
) -> Int64Array:
    """Rows kept of one label, in the `order` of falling scores: at least the first `most` of them."""
    kept = np.empty(0, np.int64)
    for begin in range(0, len(order), _BLOCK):
        if len(kept) >= most:
            break
        block = order[begin : begin + _BLOCK]
        for before in range(0, len(kept), _BLOCK):
            overlap = pairwise_rotated_iou(rows[kept[before : before + _BLOCK]], rows[block], **turns)
            block = block[~(overlap > threshold).any(axis=0)]
        overlap = pairwise_rotated_iou(rows[block], rows[block], **turns)
        kept = np.concatenate([kept, block[nms_from_overlap(overlap, ranking[block], threshold=threshold)]])
    return kept
