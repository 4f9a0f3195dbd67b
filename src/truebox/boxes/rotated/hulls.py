"""The convex outline around each set of points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuse_masked, refuses_other_kinds
from truebox._native import overlap as native
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
    return [_hull(each, row) for row, each in enumerate(point_sets)]


def _hull(values: Any, row: int) -> FloatArray:
    plain = native.hull_of(values)
    if plain is None:  # of another kind, or wrong: `_points` makes it plain or says what is wrong
        plain = native.hull_of(_points(values, row))
    assert plain is not None
    return plain


def _points(values: Any, row: int) -> FloatArray:
    refuse_masked(values, "points")
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
    return np.ascontiguousarray(points)
