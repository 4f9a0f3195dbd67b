"""Pairs of rotated boxes in a range in which no power of a side, and no gradient of it, leaves the dtype.

Networks do answer sides of 1e-20, and a gradient that is not a number ends a training.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from truebox.arrays import Columns
from truebox.overlap.pairs.row_pairs import RowPairs

__all__ = ["Limits", "conditioned"]

# Above its reciprocal's overflow in float32.
_NOTHING = 1e-30


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a measure of rotated boxes bears, in longest sides of the pair, or in the unit of the boxes."""

    scale_free: bool = True
    """Whether the measure is the same in every unit of length, so that the longest side can be one."""

    thinnest: dict[str, float]
    """By dtype: a shorter side counts as none."""

    farthest: dict[str, float]
    """By dtype: centers further apart, and sides longer, count as that far, without gradient."""


def conditioned(pairs: RowPairs, limits: Limits) -> RowPairs:
    """`pairs` within `limits`, seen from the center of the first box; NaN stays NaN.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.overlap.pairs.row_pairs import RowOptions, pair_rows
    >>> options = RowOptions(columns=("cx", "cy", "width", "height", "angle"), pairwise=False)
    >>> rows = pair_rows(np.array([5, 5, 4, 1e-30, 0]), np.array([8, 5, 2, 2, 0.0]), options)
    >>> limits = Limits(thinnest={"float64": 1e-12}, farthest={"float64": 10.0})
    >>> [float(column) for column in conditioned(rows, limits).a]
    [0.0, 0.0, 1.0, 0.0, 0.0]
    >>> [float(column) for column in conditioned(rows, limits).b]
    [0.75, 0.0, 0.5, 0.5, 0.0]
    """
    xp, a, b = pairs.library.xp, pairs.a, pairs.b
    thinnest, farthest = limits.thinnest[pairs.computed], limits.farthest[pairs.computed]
    unit = _longest(xp, a, b) if limits.scale_free else xp.ones_like(a[..., 2])
    # Of a measure that is the same in every unit, the gradient is right with the unit as a constant.
    unit = pairs.library.stop_gradient(xp.where(unit > _NOTHING, unit, xp.ones_like(unit)))

    def side(length: Any) -> Any:
        share = xp.minimum(length / unit, farthest * xp.ones_like(unit))
        return xp.where(share < thinnest, xp.zeros_like(share), share)

    def away(k: int) -> Any:
        limit = farthest * xp.ones_like(unit)
        return xp.minimum(xp.maximum((b[..., k] - a[..., k]) / unit, -limit), limit)

    zero = xp.zeros_like(unit)
    first = Columns(zero, zero, side(a[..., 2]), side(a[..., 3]), a[..., 4])
    second = Columns(away(0), away(1), side(b[..., 2]), side(b[..., 3]), b[..., 4])
    return RowPairs(pairs.library, first, second, pairs.dtype, pairs.computed)


def _longest(xp: Any, a: Columns, b: Columns) -> Any:
    return xp.maximum(xp.maximum(a[..., 2], a[..., 3]), xp.maximum(b[..., 2], b[..., 3]))
