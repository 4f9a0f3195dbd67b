"""Overlaps so near a threshold that rounding decides: of upright boxes they are rounded as the kits round.

Words are often upright boxes, and half a word is often detected: an overlap of about one half. The kits have
their areas from GEOS, and what is shared and what is united is rounded step by step there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox.evaluation.protocols.text.united import UprightBox, united_area

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


def close_overlaps(pairs: MetPairs, thresholds: tuple[float, ...], *, outlined: bool = False) -> Overlaps:
    """The three overlaps, to the kit's last bit where one is near a threshold and both are upright boxes.

    Parameters
    ----------
    pairs : MetPairs
        Those that share an area.
    thresholds : tuple of float
        Which overlaps are close.
    outlined : bool
        The kit has the union from its outline, not as the sum of both areas without what is shared.
    """
    shared, found, true = pairs.shared, pairs.found_area, pairs.true_area
    each = Overlaps(shared / (found + true - shared), shared / found, shared / true)
    near = np.zeros(len(shared), dtype=bool)
    for threshold in thresholds:
        for values in each:
            near |= np.abs(values - threshold) < _NEAR
    for place in np.flatnonzero(near).tolist():
        corners = [
            pairs.found_corners.row(pairs.found[place]),
            pairs.true_corners.row(pairs.true[place]),
        ]
        boxes = [_upright(points) for points in corners]
        if boxes[0] is not None and boxes[1] is not None:
            both, of_found, of_true = _areas(boxes[0], boxes[1])
            union = united_area(*corners) if outlined else of_found + of_true - both
            each.iou[place] = both / union
            each.of_found[place], each.of_true[place] = both / of_found, both / of_true
    return each


def _upright(points: FloatArray) -> UprightBox | None:
    """An upright box; None of another outline."""
    if len(points) != _FOUR:
        return None
    step = np.roll(points, -1, axis=0) != points
    if not (step.sum(axis=1) == 1).all() or (step[0] == step[1]).all():
        return None
    return UprightBox(*points.min(axis=0).tolist(), *points.max(axis=0).tolist())


def _areas(a: UprightBox, b: UprightBox) -> tuple[float, float, float]:
    """What both share, and each."""
    both = UprightBox(*map(max, a[:2], b[:2]), *map(min, a[2:], b[2:]))
    shared, of_a, of_b = ((box.right - box.left) * (box.bottom - box.top) for box in (both, a, b))
    return shared, of_a, of_b
