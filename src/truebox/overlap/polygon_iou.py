"""Intersection over union of polygons, convex or not, and of the hulls of sets of points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from truebox._native import overlap as native
from truebox._native.threads import thread_count
from truebox.boxes import convex_hulls
from truebox.errors import InputError
from truebox.overlap.pairs.number_rows import refuse_unequal_lengths
from truebox.overlap.pairs.polygon_rows import as_polygon_rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from truebox.typing import FloatArray

__all__ = [
    "elementwise_convex_iou",
    "elementwise_polygon_iou",
    "pairwise_convex_iou",
    "pairwise_polygon_iou",
]

_FEWEST = 3


def pairwise_polygon_iou(polygons_a: Any, polygons_b: Any, *, threads: int | None = None) -> FloatArray:
    """Intersection over union of every polygon of `polygons_a` with every one of `polygons_b`.

    The polygons are taken as they are, on the continuous plane; nothing is drawn on pixels. For masks see
    `truebox.overlap.mask_iou`.

    Parameters
    ----------
    polygons_a : array [N, K, 2] or [N, 2 K], or sequence of N arrays [K, 2] or [2 K]
        Corners in order around each polygon, either way round; quads are ``K = 4``. Repeated points, a
        closing point, points on a straight edge and outlines that touch themselves are allowed, edges that
        cross are not. NumPy arrays and lists only: of other libraries convert them first. There are no
        gradients; for those, rotated boxes have `pairwise_rotated_iou`.
    polygons_b : the same, M polygons
        The other polygons.
    threads : int, optional
        At most this many; by default chosen by size. The result is the same to the last bit.

    Returns
    -------
    float64 array [N, M]
        Values in [0, 1]: exactly 1 for a polygon with itself, from whatever corner and whichever way it is
        written, 0 for polygons that only touch or have no area. No polygons give shape (0, M) or (N, 0).

    Raises
    ------
    ArgumentError
        For something that is not a sequence of polygons, or a wrong option.
    InputError
        For coordinates that are not finite (E-166), fewer than three points (E-167), and an outline that
        crosses itself (E-193); the message names argument and row.

    Notes
    -----
    The shared area is a sum over pairs of edges of continuous functions of the corners. No crossing is ever
    decided, so there is no degenerate case. Slivers, whose area is less than the rounding of the rectangle
    around them, are computed again in twice the precision; the result is within 1e-9 of the exact one. The
    cost grows with the product of the numbers of edges that lie above each other.

    Examples
    --------
    >>> from truebox.overlap import pairwise_polygon_iou
    >>> square = [[0, 0], [2, 0], [2, 2], [0, 2]]
    >>> corner = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]]
    >>> pairwise_polygon_iou([square, corner], [corner, [[1, 1], [2, 1], [2, 2], [1, 2]]])
    array([[0.75, 0.25],
           [1.  , 0.  ]])
    """
    return _pairwise(polygons_a, polygons_b, threads)


def elementwise_polygon_iou(polygons_a: Any, polygons_b: Any, *, threads: int | None = None) -> FloatArray:
    """Intersection over union of each polygon of `polygons_a` with the one of `polygons_b` in the same row.

    Parameters
    ----------
    polygons_a, polygons_b, threads
        As in `pairwise_polygon_iou`; as many polygons on either side.

    Returns
    -------
    float64 array [N]
        With the edge cases of `pairwise_polygon_iou`.

    Raises
    ------
    ArgumentError, InputError
        As in `pairwise_polygon_iou`, and for sides of different length.

    Examples
    --------
    >>> from truebox.overlap import elementwise_polygon_iou
    >>> elementwise_polygon_iou([[0, 0, 2, 0, 0, 2]], [[0, 0, 2, 0, 2, 2]])
    array([0.33333333])
    """
    return _elementwise(polygons_a, polygons_b, threads)


def pairwise_convex_iou(points_a: Any, points_b: Any, *, threads: int | None = None) -> FloatArray:
    """Intersection over union of the hull of every set of points with every other one.

    What mmcv calls ``convex_iou``, for detectors that answer points, as RepPoints for oriented objects do.

    Parameters
    ----------
    points_a : array [N, K, 2] or [N, 2 K], or sequence of N arrays [K, 2] or [2 K]
        In any order, as `truebox.boxes.convex_hulls` takes them; a quadrilateral is four points.
    points_b : the same, M sets
        The other sets.
    threads : int, optional
        At most this many; by default chosen by size. The result is the same to the last bit.

    Returns
    -------
    float64 array [N, M]
        Values in [0, 1], as `pairwise_polygon_iou` of the hulls; points on one line share nothing.

    Raises
    ------
    ArgumentError
        For something that is not sets of points, or an empty set.
    InputError
        For a coordinate that is not finite (E-166); the message names argument and set.

    Examples
    --------
    >>> from truebox.overlap import pairwise_convex_iou
    >>> nine = [[0, 0], [2, 0], [2, 2], [0, 2], [1, 1], [1, 0], [0, 1], [2, 1], [1, 2]]
    >>> pairwise_convex_iou([nine], [[[0, 0], [1, 0], [1, 2], [0, 2]], [[2, 0], [0, 2], [2, 2]]])
    array([[0.5, 0.5]])
    """
    return _pairwise_hulls(points_a, points_b, threads)


def elementwise_convex_iou(points_a: Any, points_b: Any, *, threads: int | None = None) -> FloatArray:
    """Intersection over union of the hull of each set of points with the one in the same row.

    Parameters
    ----------
    points_a, points_b, threads
        As in `pairwise_convex_iou`; as many sets on either side.

    Returns
    -------
    float64 array [N]

    Raises
    ------
    ArgumentError, InputError
        As in `pairwise_convex_iou`, and for sides of different length.

    Examples
    --------
    >>> from truebox.overlap import elementwise_convex_iou
    >>> elementwise_convex_iou([[0, 0, 2, 0, 2, 2, 0, 2]], [[0, 0, 2, 2, 0, 2]])
    array([0.5])
    """
    return _elementwise_hulls(points_a, points_b, threads)


def _pairwise_of_anything(polygons_a: Any, polygons_b: Any, threads: int | None) -> FloatArray:
    a, b = as_polygon_rows(polygons_a, "polygons_a"), as_polygon_rows(polygons_b, "polygons_b")
    out = np.empty((a.count, b.count))
    crossing = native.pairwise_polygon(
        a.coordinates, a.offsets, b.coordinates, b.offsets, thread_count(threads), out
    )
    _refuse_crossing(crossing)
    return out


def _elementwise_of_anything(polygons_a: Any, polygons_b: Any, threads: int | None) -> FloatArray:
    a, b = as_polygon_rows(polygons_a, "polygons_a"), as_polygon_rows(polygons_b, "polygons_b")
    refuse_unequal_lengths(a.count, b.count, "polygons", "polygons")
    out = np.empty(a.count)
    crossing = native.elementwise_polygon(
        a.coordinates, a.offsets, b.coordinates, b.offsets, thread_count(threads), out
    )
    _refuse_crossing(crossing)
    return out


def _pairwise_of_points(points_a: Any, points_b: Any, threads: int | None) -> FloatArray:
    a, b = _polygons(points_a, "points_a"), _polygons(points_b, "points_b")
    return _pairwise_of_anything(a, b, threads)


def _elementwise_of_points(points_a: Any, points_b: Any, threads: int | None) -> FloatArray:
    a, b = _polygons(points_a, "points_a"), _polygons(points_b, "points_b")
    return _elementwise_of_anything(a, b, threads)


_Measure: TypeAlias = "Callable[[Any, Any, int | None], FloatArray]"
_pairwise: _Measure = native.kernel("pairwise_polygon_iou", _pairwise_of_anything)
_elementwise: _Measure = native.kernel("elementwise_polygon_iou", _elementwise_of_anything)
_pairwise_hulls: _Measure = native.kernel("pairwise_convex_iou", _pairwise_of_points)
_elementwise_hulls: _Measure = native.kernel("elementwise_convex_iou", _elementwise_of_points)


def _polygons(point_sets: Any, name: str) -> list[FloatArray]:
    """The hulls; of one or two points the last again, as a polygon without area."""
    try:
        hulls = convex_hulls(point_sets)
    except InputError as error:
        place = error.place.replace("point_sets", name)
        raise InputError(error.code, place, error.problem, error.fix, row=error.row) from None
    return [
        hull if len(hull) >= _FEWEST else np.pad(hull, ((0, _FEWEST - len(hull)), (0, 0)), mode="edge")
        for hull in hulls
    ]


def _refuse_crossing(crossing: tuple[int, int] | None) -> None:
    if crossing is None:
        return
    side, row = crossing
    raise InputError(
        "E-193",
        f"polygons_{'ab'[side]}[{row}]",
        "the outline crosses itself, so its inside is not defined",
        "write the corners in order around the outline, or split the polygon where it crosses",
        row=row,
    )
