"""`oriented_corners`."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import ConvexHull
from scipy.spatial.transform import Rotation

from truebox.boxes import oriented_corners
from truebox.errors import ArgumentError, InputError


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
        ([[0, 0, 0]], [[1, 1, 1]], [np.eye(3) * 1.01], r"rotations\[0\] is no rotation"),
        ([[0, 0]], [[1, 1, 1]], [np.eye(3)], r"\[N, 3\]"),
        ([[0, 0, 0]], [[1, 1, 1]], [[0, 0, 0, 1]], r"\[N, 3, 3\]"),
        ([[0, 0, 0]] * 2, [[1, 1, 1]], [np.eye(3)], "2, 1 and 1 rows"),
    ],
)
def test_refusals(centers, sizes, rotations, said):
    with pytest.raises(ArgumentError, match=said):
        oriented_corners(centers, sizes, rotations)


def test_values_that_are_no_box_are_named():
    boxes = {"centers": np.zeros((2, 3)), "sizes": np.ones((2, 3)), "rotations": np.stack([np.eye(3)] * 2)}
    for name, rows in boxes.items():
        broken = {**boxes, name: rows.copy()}
        broken[name][1].flat[0] = np.nan
        with pytest.raises(InputError, match=rf"E-190 {name}\[1\]"):
            oriented_corners(**broken)
    with pytest.raises(InputError, match=r"E-192 sizes\[1\]: the size \[1.0, 1.0, -2.0\] is negative"):
        oriented_corners(**{**boxes, "sizes": [[1, 1, 1], [1, 1, -2]]})
