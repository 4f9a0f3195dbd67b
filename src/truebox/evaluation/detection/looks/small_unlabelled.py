"""Detections below the size at which objects begin all at once: small ones were left out of the truth."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from truebox._named import NamedTuple
from truebox.evaluation.detection.looks.gained import gained
from truebox.records import Finding
from truebox.records.taking import take_predictions

if TYPE_CHECKING:
    from truebox.evaluation.matches.judged import Judged
    from truebox.evaluation.result import Result
    from truebox.records import Predictions
    from truebox.typing import BoolArray, FloatArray

__all__ = ["small_unlabelled"]

_HIGH, _LEAST_WRONG = 0.9, 0.1
_FEWEST, _FEWEST_OBJECTS = 15, 50
_NEAR, _EDGE = 1.3, 1.03
"""Sizes that are compared on either side of the smallest object, but for the closest, its own noise."""
_AS_MANY, _WRONG, _MORE_WRONG = 0.6, 0.8, 2.5
"""Confident detections below for each above, how many of them match nothing, and how many for each above."""
_PARTS, _LEAST_DENSE = 4, 0.6
"""Of sizes up to the middle one the first fourth holds so much of its share: natural ones begin thinly."""


def small_unlabelled(
    result: Result, seen: Judged, evaluate_again: Callable[[Predictions], Result]
) -> Finding | None:
    """What to say (W-334) where objects begin at one size, confident detections do not, and AP is lower so.

    Size is the square root of width times height, the height, or the width. Just below that of the smallest
    object there must be nearly as many confident detections as just above, four in five of them wrong.

    Parameters
    ----------
    result : Result
        Of any geometry; of shapes the boxes around them are looked at.
    seen : Judged
        Of the result.
    evaluate_again : callable
        Evaluates other predictions in the same way.
    """
    overall, truth, found = result.metrics.get("AP"), result.truth, result.predictions
    if not overall or overall >= _HIGH or len(truth) < _FEWEST_OBJECTS or truth.units != "pixels":
        return None
    certain = seen.certain
    wrong = ~seen.right[certain]
    if np.count_nonzero(wrong) < max(_FEWEST, _LEAST_WRONG * len(wrong)):
        return None
    boxes = found.boxes[seen.row[certain]]
    for name, size in _SIZES.items():
        least = size.least(truth.boxes)
        if (
            not least > 0
            or not _goes_on_below(size.of(boxes), wrong, least)
            or not _begins_at_once(size.of(truth.boxes), least)
        ):
            continue
        kept = np.flatnonzero(size.of(found.boxes) >= least / _EDGE)
        otherwise = evaluate_again(take_predictions(found, kept)).metrics["AP"]
        if not gained(otherwise, overall):
            continue
        below = size.of(boxes) < least / _EDGE
        many, every = int(np.count_nonzero(below)) * seen.every, len(below) * seen.every
        about = "about " if seen.every > 1 else ""
        return Finding(
            "W-334",
            f"no object of {truth.source.name} has {name} below {least:.4g}, where their sizes begin all at "
            f"once, but {about}{many:,} of {every:,} confident detections are smaller, and "
            f"{wrong[below].mean():.0%} of these match nothing. AP would be {otherwise:.4f} instead of "
            f"{overall:.4f} without detections so small: were small objects left out of the truth?",
            many,
        )
    return None


class _Size(NamedTuple):
    """A number of a box, and what of it is its size: the larger, the larger."""

    number: Callable[[FloatArray], FloatArray]
    root: bool = False

    def of(self, boxes: FloatArray) -> FloatArray:
        """Of each box."""
        return self._size(self.number(boxes))

    def least(self, boxes: FloatArray) -> float:
        """Of the smallest, of which alone a root is taken."""
        return float(self._size(self.number(boxes).min()))

    def _size(self, numbers: FloatArray) -> FloatArray:
        return np.sqrt(np.maximum(numbers, 0)) if self.root else numbers


_SIZES = {
    "a square root of width × height": _Size(lambda boxes: boxes[:, 2] * boxes[:, 3], root=True),
    "a height": _Size(lambda boxes: boxes[:, 3]),
    "a width": _Size(lambda boxes: boxes[:, 2]),
}


def _goes_on_below(sizes: FloatArray, wrong: BoolArray, least: float) -> bool:
    """Whether confident ones below the smallest object are as many as above, and begin to be wrong there."""
    below = (sizes >= least / _NEAR) & (sizes < least / _EDGE)
    above = (sizes > least * _EDGE) & (sizes <= least * _NEAR)
    many = int(np.count_nonzero(below))
    if many < max(_FEWEST, _AS_MANY * np.count_nonzero(above)):
        return False
    more = np.count_nonzero(wrong[below]) >= _MORE_WRONG * np.count_nonzero(wrong[above])
    return bool(more and wrong[below].mean() >= _WRONG)


def _begins_at_once(sizes: FloatArray, least: float) -> bool:
    """Whether objects are as dense at the smallest size as on the way to the middle one."""
    middle = float(np.partition(sizes, len(sizes) // 2)[len(sizes) // 2])
    if middle <= least:
        return False
    first = np.count_nonzero(sizes <= least * (middle / least) ** (1 / _PARTS))
    return bool(first >= max(_FEWEST / 2, _LEAST_DENSE * len(sizes) / 2 / _PARTS))
