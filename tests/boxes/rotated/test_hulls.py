"""`convex_hulls`, against SciPy's Qhull."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from truebox.boxes import convex_hulls
from truebox.errors import ArgumentError, InputError


@pytest.mark.parametrize("seed", range(5))
def test_random_points_as_qhull_has_them(seed):
    points = np.random.default_rng(seed).normal(0, 1, (30, 2))
    found = convex_hulls([points])[0]
    expected = points[ConvexHull(points).vertices]
    assert {tuple(each) for each in found.tolist()} == {tuple(each) for each in expected.tolist()}
    assert found[0].tolist() == points[points[:, 0].argmin()].tolist()
    after = np.roll(found, -1, axis=0)
    assert (found[:, 0] * after[:, 1] - found[:, 1] * after[:, 0]).sum() > 0  # clockwise where y points down


def test_points_on_edges_and_equal_points_are_left_out():
    grid = [[x, y] for x in range(3) for y in range(3)]
    assert convex_hulls([grid, grid[::-1] + grid])[1].tolist() == [[0, 0], [2, 0], [2, 2], [0, 2]]
    assert convex_hulls([[[0, 0], [1, 1], [3, 3], [2, 2]]])[0].tolist() == [[0, 0], [3, 3]]
    assert convex_hulls([[5, 6, 5, 6]])[0].tolist() == [[5, 6]]
    assert convex_hulls([]) == []


@pytest.mark.parametrize("bad", [[[1, 2, 3]], [[]], [[[1, 2, 3]]], [["a", "b"]]])
def test_refusals(bad):
    with pytest.raises(ArgumentError, match=r"point_sets\[0\].*Fix: "):
        convex_hulls(bad)


def test_a_coordinate_that_is_none_is_named():
    with pytest.raises(InputError, match=r"E-166 point_sets\[1\]: y of point 0 is inf, .*Fix: ") as refused:
        convex_hulls([[[0, 0]], [[0, np.inf], [1, 1]]])
    assert refused.value.row == 1
