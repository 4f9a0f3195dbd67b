"""Overlaps so near a threshold that rounding would decide: of upright boxes they are computed exactly.

Words are often upright boxes, and half a word is often detected: an overlap of exactly one half. The kit's
geometry library gives such an overlap as the floating-point number nearest to the exact value, and so must
this.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from truebox.evaluation.protocols.text.outlines import MetPairs
    from truebox.typing import FloatArray

__all__ = ["Overlaps", "close_overlaps"]

_NEAR = 1e-9
_FOUR = 4


class Overlaps(NamedTuple):
    """Of each pair [P]: what both share over their union, over the detection, and over the truth.

    Parameters
    ----------
    iou, of_found, of_true : float64 arrays
    """

    iou: FloatArray
    of_found: FloatArray
    of_true: FloatArray


def close_overlaps(pairs: MetPairs, thresholds: tuple[float, ...]) -> Overlaps:
    """The three overlaps, exact where one of them is near a threshold and both outlines are upright boxes."""
    shared, found, true = pairs.shared, pairs.found_area, pairs.true_area
    each = Overlaps(shared / (found + true - shared), shared / found, shared / true)
    near = np.zeros(len(shared), dtype=bool)
    for threshold in thresholds:
        for values in each:
            near |= np.abs(values - threshold) < _NEAR
    for place in np.flatnonzero(near).tolist():
        boxes = [
            _upright(corners.row(row))
            for corners, row in (
                (pairs.found_corners, pairs.found[place]),
                (pairs.true_corners, pairs.true[place]),
            )
        ]
        if boxes[0] is not None and boxes[1] is not None:
            for values, value in zip(each, _exact(boxes[0], boxes[1]), strict=True):
                values[place] = float(value)
    return each


def _upright(points: FloatArray) -> tuple[Fraction, ...] | None:
    """Left, top, right and bottom of an upright box, exactly; None of another outline."""
    if len(points) != _FOUR:
        return None
    step = np.roll(points, -1, axis=0) != points
    if not (step.sum(axis=1) == 1).all() or (step[0] == step[1]).all():
        return None
    low, high = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    return tuple(Fraction(value) for value in (*low, *high))


def _exact(a: tuple[Fraction, ...], b: tuple[Fraction, ...]) -> tuple[Fraction, Fraction, Fraction]:
    """IoU, and the shared part of `a` and of `b`."""
    shared = (min(a[2], b[2]) - max(a[0], b[0])) * (min(a[3], b[3]) - max(a[1], b[1]))
    of_a, of_b = ((box[2] - box[0]) * (box[3] - box[1]) for box in (a, b))
    return shared / (of_a + of_b - shared), shared / of_a, shared / of_b
