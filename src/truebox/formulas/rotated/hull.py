"""Area of the convex hull of two rotated boxes."""

from __future__ import annotations

from itertools import combinations
from typing import Any

__all__ = ["rotated_hull"]

# Comparisons that sort eight numbers (Batcher's odd-even merge).
_SORTING = (
    *((0, 1), (2, 3), (4, 5), (6, 7), (0, 2), (1, 3), (4, 6), (5, 7), (1, 2), (5, 6)),
    *((0, 4), (1, 5), (2, 6), (3, 7), (2, 4), (3, 5), (1, 2), (3, 4), (5, 6)),
)


def rotated_hull(xp: Any, a: Any, b: Any) -> Any:
    """Area of the smallest convex shape around both boxes, differentiable almost everywhere.

    Its upper edge is, at each corner's x, the highest of all lines between two corners, and its lower edge
    the lowest; between them it is a row of trapezoids. No corner is asked whether it lies on the hull, so
    corners that coincide or lie in line are ordinary cases.

    Parameters
    ----------
    xp, a, b
        As for `truebox.formulas.rotated_iou`: the angle is in radians.

    Returns
    -------
    array [...]
        At least the area of either box, but for rounding.

    Examples
    --------
    A square and itself turned by an eighth of a turn, in an octagon of 4 √2:

    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([7, 7, 2, 2, 0.0]), np.array([7, 7, 2, 2, np.pi / 4])
    >>> float(formulas.rotated_hull(np, a, b).round(9))
    5.656854249
    """
    # Seen from the centre of the first.
    away_x, away_y = b[..., 0] - a[..., 0], b[..., 1] - a[..., 1]
    none = 0 * (away_x + away_y)
    points = [*_corners(xp, a, none, none), *_corners(xp, b, away_x, away_y)]
    ordered = [x for x, _ in points]
    for low, high in _SORTING:
        one, other = ordered[low], ordered[high]
        ordered[low], ordered[high] = xp.minimum(one, other), xp.maximum(one, other)
    bottom = top = points[0][1]
    for _, y in points[1:]:
        bottom, top = xp.minimum(bottom, y), xp.maximum(top, y)
    lines = [_line(xp, *pair) for pair in combinations(points, 2)]
    heights = [_height(xp, x, lines, bottom, top) for x in ordered]
    area = none
    for k in range(7):
        area = area + (ordered[k + 1] - ordered[k]) * (heights[k] + heights[k + 1]) / 2
    return area


def _corners(xp: Any, box: Any, x: Any, y: Any) -> list[tuple[Any, Any]]:
    cos, sin = xp.cos(box[..., 4]), xp.sin(box[..., 4])
    along_x, along_y = box[..., 2] * cos / 2, box[..., 2] * sin / 2
    across_x, across_y = -box[..., 3] * sin / 2, box[..., 3] * cos / 2
    return [
        (x + u * along_x + v * across_x, y + u * along_y + v * across_y)
        for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def _line(xp: Any, one: tuple[Any, Any], other: tuple[Any, Any]) -> tuple[Any, ...]:
    """Start, rise, whether it runs along x at all, and what to divide by."""
    run = other[0] - one[0]
    runs = xp.abs(run) > 0
    return one[0], one[1], other[1] - one[1], runs, xp.where(runs, run, xp.ones_like(run))


def _height(xp: Any, x: Any, lines: list[tuple[Any, ...]], bottom: Any, top: Any) -> Any:
    """How high the hull is at x; below 0 only where it has no width."""
    upper, lower = bottom, top
    for start, height, rise, runs, run in lines:
        share = xp.where(runs, (x - start) / run, -xp.ones_like(run))
        within = share * (1 - share) >= 0
        y = height + share * rise
        upper = xp.where(within, xp.maximum(upper, y), upper)
        lower = xp.where(within, xp.minimum(lower, y), lower)
    return upper - lower
