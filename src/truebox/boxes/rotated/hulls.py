"""The convex outline around each set of points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["convex_hulls"]


@refuses_other_kinds
def convex_hulls(point_sets: Any) -> list[FloatArray]:
    """The smallest convex polygon around each set of points.

    Detectors of oriented objects, such as RepPoints and its kin, answer nine points instead of a box; the
    object is the hull of these.

    Parameters
    ----------
    point_sets : array [N, K, 2] or [N, 2 K], or sequence of N arrays [K, 2] or [2 K]
        In any order; points inside and points that repeat do no harm.

    Returns
    -------
    list of N float64 arrays [C, 2]
        The corners in order, from the leftmost on, clockwise as seen on an image; points on an edge are left
        out. Points on one line give its two ends, and equal points give one.

    Raises
    ------
    ArgumentError
        For something that is not sets of points, or an empty set.
    InputError
        For a coordinate that is not finite (E-166); the message names the set.

    Examples
    --------
    >>> from truebox.boxes import convex_hulls
    >>> convex_hulls([[[0, 0], [2, 2], [2, 0], [1, 1], [0, 2], [1, 0]]])[0].tolist()
    [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]
    """
    if not isinstance(point_sets, Iterable) or getattr(point_sets, "shape", None) == ():
        raise ArgumentError(
            f"point_sets is a {type(point_sets).__name__}. Fix: pass a list of point sets [K, 2]."
        )
    return [_hull(_points(each, row)) for row, each in enumerate(point_sets)]


def _points(values: Any, row: int) -> list[tuple[float, float]]:
    try:
        array = np.asarray(values)
    except ValueError:
        raise ArgumentError(
            f"point_sets[{row}] has points of different lengths. Fix: pass points [K, 2]."
        ) from None
    in_pairs = array.ndim == 1 and array.size % 2 == 0
    if array.dtype.kind not in "fiu" or array.size == 0 or not (in_pairs or array.shape[1:] == (2,)):
        raise ArgumentError(
            f"point_sets[{row}] is {array.dtype} {array.shape}. "
            "Fix: pass points [K, 2], or [2 K] as x, y, x, y."
        )
    points = array.astype(np.float64).reshape(-1, 2)
    if not np.isfinite(points).all():
        point, axis = (int(k) for k in np.argwhere(~np.isfinite(points))[0])
        problem = f"{'xy'[axis]} of point {point} is {points[point, axis]}, not a finite number"
        raise InputError("E-166", f"point_sets[{row}]", problem, "remove the set or mend the point", row=row)
    return sorted({(x, y) for x, y in points.tolist()})


def _hull(points: list[tuple[float, float]]) -> FloatArray:
    """Of different points in order; Andrew's two chains."""
    if len(points) > 2:
        below, above = _chain(points), _chain(points[::-1])
        points = below[:-1] + above[:-1]
    return np.array(points, dtype=np.float64)


def _chain(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    chain: list[tuple[float, float]] = []
    for x, y in points:
        while len(chain) > 1:
            (x1, y1), (x2, y2) = chain[-2:]
            if (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > 0:
                break
            chain.pop()
        chain.append((x, y))
    return chain
