"""Many nearly equal detections of one class on one object: predictions without non-maximum suppression."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from truebox import suppression
from truebox._native import suppression as native
from truebox.evaluation.detection.looks.gained import gained
from truebox.records import Finding
from truebox.records.taking import take_predictions

if TYPE_CHECKING:
    from truebox.evaluation.matches.judged import Judged
    from truebox.evaluation.result import Result
    from truebox.evaluation.states.narrow import StateRows
    from truebox.records import Predictions
    from truebox.typing import Int64Array

__all__ = ["unsuppressed"]

_NEARLY_EQUAL = 0.8
"""No usual suppression leaves two boxes of a class that overlap more."""
_SUPPRESSED = 0.7
_SHARE, _FEWEST = 0.15, 10
_SHARE_OF_ANY = 0.3
"""Across classes: detectors that doubt give a box of two."""


def unsuppressed(
    result: Result, seen: Judged, whole: StateRows, evaluate_again: Callable[[Predictions], Result]
) -> Finding | None:
    """What to say (W-317) where many confident boxes repeat a better one, and AP is higher without them.

    Of their class; or three in ten of any class, as where a box is written for several.

    Parameters
    ----------
    result : Result
        Of boxes, or of shapes, whose boxes around them are looked at.
    seen : Judged
        Of the result.
    whole : StateRows
        All detections of some images.
    evaluate_again : callable
        Evaluates other predictions in the same way.
    """
    overall, state, found = result.metrics.get("AP"), result.state, result.predictions
    if overall is None or len(state) < _FEWEST:
        return None
    if not seen.right.any():
        return None
    certain = whole.score >= seen.score[seen.certain].min()
    many = int(np.count_nonzero(certain))
    if many < _FEWEST:
        return None
    image, rows = whole.image[certain].astype(np.int64), whole.row[certain]
    of_class = whole.category[certain].astype(np.int64) * len(state.images) + image
    repeated, classes = many - _count_kept(found, rows, of_class), True
    if repeated < max(_FEWEST, _SHARE * many):
        repeated, classes = many - _count_kept(found, rows, image), False
        if repeated < max(_FEWEST, _SHARE_OF_ANY * many):
            return None
    image, category = (
        np.unique(each.values, return_inverse=True)[1].reshape(-1) for each in (found.image, found.category)
    )
    cells = category * (image.max() + 1) + image if classes else image
    threshold = _SUPPRESSED if classes else _NEARLY_EQUAL
    left = _kept(found, np.arange(len(found)), cells, threshold)
    otherwise = evaluate_again(take_predictions(found, np.sort(left))).metrics["AP"]
    if not gained(otherwise, overall):
        return None
    by_box = "" if result.geometry == "boxes" else ", box by box"
    theirs = "image and class" if classes else "image, of any class,"
    as_if = "without non-maximum suppression" if classes else "where each box was written for several classes"
    with_it = "with it" if classes else "with the best of each alone"
    return Finding(
        "W-317",
        f"{repeated:,} of {many:,} confident detections overlap a more confident one of their {theirs} by "
        f"{_NEARLY_EQUAL:g} or more{by_box}, as {as_if}; {with_it} (IoU {threshold:g}) "
        f"{len(found) - len(left):,} of {len(found):,} detections would go, and AP would be "
        f"{otherwise:.4f} instead of {overall:.4f}",
        repeated,
    )


def _count_kept(found: Predictions, rows: Int64Array, cells: Int64Array) -> int:
    """How many no better one of their cell nearly equals; by the kernel: the room loads in 20 ms."""
    boxes = found.boxes[rows]
    corners = np.concatenate([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]], axis=1)
    return len(native.nms(corners, found.scores[rows], cells, False, _NEARLY_EQUAL, -np.inf, len(rows), 1))


def _kept(found: Predictions, rows: Int64Array, cells: Int64Array, threshold: float) -> Int64Array:
    """The rows that no better one of their cell overlaps so far."""
    boxes, scores = found.boxes[rows], found.scores[rows]
    kept: Int64Array = suppression.nms(
        boxes, scores, labels=cells, iou_threshold=threshold, box_format="xywh", threads=1
    )
    return rows[kept]
