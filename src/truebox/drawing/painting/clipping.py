"""Outlines cut at a rectangle, so that points far outside cost nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["clip_polygon"]


def clip_polygon(points: FloatArray, low: tuple[float, float], high: tuple[float, float]) -> FloatArray:
    """The part of a polygon inside a rectangle (I. Sutherland, G. Hodgman, 1974).

    Parameters
    ----------
    points : array [P, 2]
        Corners in order.
    low, high : (x, y)
        Corners of the rectangle.

    Returns
    -------
    array [Q, 2]
        Without rows where nothing is inside.

    Examples
    --------
    >>> import numpy as np
    >>> square = np.array([[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]])
    >>> clip_polygon(square, (0, 0), (4, 4)).max(axis=0).tolist()
    [4.0, 4.0]
    """
    if len(points) and (points >= low).all() and (points <= high).all():
        return points
    for axis in (0, 1):
        for limit, sign in ((low[axis], 1.0), (high[axis], -1.0)):
            if len(points):
                points = _cut(points, axis, limit, sign)
    return points


def _cut(points: FloatArray, axis: int, limit: float, sign: float) -> FloatArray:
    """What lies on the side of `limit` that `sign` points to."""
    depth = sign * (points[:, axis] - limit)
    before, last = np.roll(depth, 1), np.roll(points, 1, axis=0)
    crosses = (before < 0) != (depth < 0)
    share = before / np.where(crosses, before - depth, 1.0)
    crossings = last + share[:, None] * (points - last)
    crossings[:, axis] = limit
    # Of each corner first where its edge crosses the limit, then itself.
    kept: FloatArray = np.stack((crossings, points), axis=1)[np.stack((crosses, depth >= 0), axis=1)]
    return kept
