"""`oriented_corners`."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import ConvexHull
from scipy.spatial.transform import Rotation

from truebox.boxes import oriented_corners
from truebox.errors import ArgumentError


def test_corners_are_those_of_the_turned_box():
    turn = Rotation.from_rotvec([0.3, -1.2, 0.7])
    corners = oriented_corners([[1, 2, 3]], [[2, 4, 6]], [turn.as_matrix()])[0]
    own = turn.inv().apply(corners - [1, 2, 3])
    assert np.abs(own) == pytest.approx(np.tile([1, 2, 3], (8, 1)))
    assert ConvexHull(corners).volume == pytest.approx(48)
    # Around one face, and the face above it in the same order.
    assert corners[4:] - corners[:4] == pytest.approx(np.tile(6 * turn.as_matrix()[:, 2], (4, 1)))
    sides = np.linalg.norm(np.roll(corners[:4], -1, axis=0) - corners[:4], axis=1)
    assert sides == pytest.approx([2, 4, 2, 4])


def test_no_boxes():
    assert oriented_corners([], [], []).shape == (0, 8, 3)


@pytest.mark.parametrize(
    ("centers", "sizes", "rotations", "said"),
    [
        ([[0, 0, 0]], [[1, 1, -1]], [np.eye(3)], r"sizes\[0\]"),
        ([[0, 0, 0]], [[1, 1, 1]], [np.eye(3) * 1.01], r"rotations\[0\] is no rotation"),
        ([[0, 0, np.nan]], [[1, 1, 1]], [np.eye(3)], r"centers\[0\]"),
        ([[0, 0]], [[1, 1, 1]], [np.eye(3)], r"\[N, 3\]"),
        ([[0, 0, 0]], [[1, 1, 1]], [[0, 0, 0, 1]], r"\[N, 3, 3\]"),
        ([[0, 0, 0]] * 2, [[1, 1, 1]], [np.eye(3)], "2, 1 and 1 rows"),
    ],
)
def test_refusals(centers, sizes, rotations, said):
    with pytest.raises(ArgumentError, match=said):
        oriented_corners(centers, sizes, rotations)
