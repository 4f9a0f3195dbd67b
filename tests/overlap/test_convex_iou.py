"""`pairwise_convex_iou` and `elementwise_convex_iou`, against shapely."""

from __future__ import annotations

import numpy as np
import pytest
from shapely import MultiPoint

from truebox.errors import ArgumentError
from truebox.overlap import elementwise_convex_iou, pairwise_convex_iou


def test_random_sets_against_shapely():
    rng = np.random.default_rng(1)
    a, b = rng.normal(0, 1, (20, 9, 2)), rng.normal(0.3, 1, (25, 9, 2))
    hulls = [[MultiPoint(points).convex_hull for points in side] for side in (a, b)]
    expected = np.array(
        [[one.intersection(o).area / one.union(o).area for o in hulls[1]] for one in hulls[0]]
    )
    assert expected.min() < 0.3 < expected.max()
    assert pairwise_convex_iou(a, b) == pytest.approx(expected, abs=1e-12)
    assert pairwise_convex_iou(a.reshape(20, 18), list(b)) == pytest.approx(expected, abs=1e-12)
    assert elementwise_convex_iou(a, b[:20]) == pytest.approx(np.diag(expected), abs=1e-12)


def test_points_without_area_share_nothing():
    square = [[0, 0], [2, 0], [2, 2], [0, 2]]
    line, point = [[0, 0], [1, 1], [2, 2]], [[1, 1]]
    assert pairwise_convex_iou([square, line, point], [line, point, square]).tolist() == [
        [0, 0, 1],
        [0, 0, 0],
        [0, 0, 0],
    ]
    assert pairwise_convex_iou([], [square]).shape == (0, 1)


def test_sides_of_different_length():
    with pytest.raises(ArgumentError):
        elementwise_convex_iou([[0, 0, 1, 0, 1, 1]], [])
