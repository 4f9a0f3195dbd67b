"""Intersection over union of the hulls of sets of points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.boxes.rotated.hulls import convex_hulls
from truebox.overlap.polygon_iou import elementwise_polygon_iou, pairwise_polygon_iou

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["elementwise_convex_iou", "pairwise_convex_iou"]

_FEWEST = 3


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
        For something that is not sets of points, an empty set, or a number that is not finite.

    Examples
    --------
    >>> from truebox.overlap import pairwise_convex_iou
    >>> nine = [[0, 0], [2, 0], [2, 2], [0, 2], [1, 1], [1, 0], [0, 1], [2, 1], [1, 2]]
    >>> pairwise_convex_iou([nine], [[[0, 0], [1, 0], [1, 2], [0, 2]], [[2, 0], [0, 2], [2, 2]]])
    array([[0.5, 0.5]])
    """
    return pairwise_polygon_iou(_polygons(points_a), _polygons(points_b), threads=threads)


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
    ArgumentError
        As in `pairwise_convex_iou`, and for sides of different length.

    Examples
    --------
    >>> from truebox.overlap import elementwise_convex_iou
    >>> elementwise_convex_iou([[0, 0, 2, 0, 2, 2, 0, 2]], [[0, 0, 2, 2, 0, 2]])
    array([0.5])
    """
    return elementwise_polygon_iou(_polygons(points_a), _polygons(points_b), threads=threads)


def _polygons(point_sets: Any) -> list[FloatArray]:
    """The hulls; of one or two points the last again, as a polygon without area."""
    hulls = convex_hulls(point_sets)
    return [
        hull if len(hull) >= _FEWEST else np.pad(hull, ((0, _FEWEST - len(hull)), (0, 0)), mode="edge")
        for hull in hulls
    ]
