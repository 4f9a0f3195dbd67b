"""`pairwise_oriented_iou_3d` and `elementwise_oriented_iou_3d`, against Qhull and worked-out volumes."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.spatial import ConvexHull, HalfspaceIntersection
from scipy.spatial.transform import Rotation

from truebox.boxes import oriented_corners
from truebox.errors import ArgumentError, InputError
from truebox.overlap import (
    elementwise_oriented_iou_3d,
    pairwise_iou_3d,
    pairwise_oriented_iou_3d,
    pairwise_rotated_iou_3d,
)

CUBE = oriented_corners([[0, 0, 0]], [[2, 2, 2]], [np.eye(3)])
BINARY = [0, 4, 3, 7, 1, 5, 2, 6]  # corners of CUBE counted in binary, x first


def _random(rng, count, spread=1.0):
    turns = Rotation.random(count, random_state=int(rng.integers(1 << 30))).as_matrix()
    return oriented_corners(rng.normal(0, spread, (count, 3)), rng.uniform(0.3, 3, (count, 3)), turns)


def _shared(a, b):
    """By Qhull: the half-spaces of both, from a point well inside."""
    planes = np.vstack([ConvexHull(a).equations, ConvexHull(b).equations])
    found = linprog(
        [0, 0, 0, -1],
        np.hstack([planes[:, :3], np.ones((len(planes), 1))]),
        -planes[:, 3],
        bounds=[(None, None)] * 4,
    )
    if found.x[3] <= 1e-9:
        return 0.0
    return ConvexHull(HalfspaceIntersection(planes, found.x[:3]).intersections).volume


def test_random_boxes_against_qhull():
    rng = np.random.default_rng(3)
    a, b = _random(rng, 12), _random(rng, 15)
    volumes = [[ConvexHull(box).volume for box in side] for side in (a, b)]
    shared = np.array([[_shared(one, other) for other in b] for one in a])
    expected = shared / (np.array(volumes[0])[:, None] + volumes[1] - shared)
    found = pairwise_oriented_iou_3d(a, b)
    assert (expected > 0.01).sum() > 50
    assert found == pytest.approx(expected, abs=1e-10)
    assert pytest.approx(found, abs=1e-13) == pairwise_oriented_iou_3d(b, a).T
    rows = elementwise_oriented_iou_3d(a, b[:12])
    assert rows.tolist() == found[np.arange(12), np.arange(12)].tolist()


def test_upright_boxes_as_the_other_functions_have_them():
    rng = np.random.default_rng(4)
    numbers = np.hstack(
        [rng.normal(0, 1, (20, 3)), rng.uniform(0.5, 3, (20, 3)), rng.uniform(-4, 4, (20, 1))]
    )
    turns = Rotation.from_euler("z", numbers[:, 6:]).as_matrix()
    corners = oriented_corners(numbers[:, :3], numbers[:, 3:6], turns)
    expected = pairwise_rotated_iou_3d(numbers, numbers, unit="radians", direction="x_to_y")
    assert pairwise_oriented_iou_3d(corners, corners) == pytest.approx(expected, abs=1e-12)
    upright = oriented_corners(numbers[:, :3], numbers[:, 3:6], [np.eye(3)] * 20)
    expected = pairwise_iou_3d(*[np.hstack([upright.min(axis=1), upright.max(axis=1)])] * 2)
    assert pairwise_oriented_iou_3d(upright, upright) == pytest.approx(expected, abs=1e-13)


def test_worked_out_cases():
    # About the diagonal by 60 degrees, two cubes of side 2 share a double pyramid over a hexagon: 3/4 of one.
    turned = CUBE @ Rotation.from_rotvec(np.full(3, np.pi / 3 / np.sqrt(3))).as_matrix().T
    assert pairwise_oriented_iou_3d(CUBE, turned)[0, 0] == pytest.approx(0.75 / 1.25, abs=1e-13)
    # A quarter turn is the cube again; a corner of it, an edge, and a face only touch.
    quarter = CUBE @ Rotation.from_rotvec([np.pi / 2, 0, 0]).as_matrix().T
    assert pairwise_oriented_iou_3d(CUBE, quarter)[0, 0] == pytest.approx(1, abs=1e-13)
    for step in ([2, 0, 0], [2, 2, 0], [2, 2, 2]):
        assert pairwise_oriented_iou_3d(CUBE, CUBE + step)[0, 0] == 0
    assert pairwise_oriented_iou_3d(CUBE, CUBE / 2)[0, 0] == pytest.approx(0.125, abs=1e-15)
    flat = CUBE * [1, 1, 0]
    assert pairwise_oriented_iou_3d(flat, np.vstack([flat, CUBE])).tolist() == [[0, 0]]


def test_identity_is_one_and_far_away_too():
    boxes = _random(np.random.default_rng(5), 30)
    assert np.diag(pairwise_oriented_iou_3d(boxes, boxes)).tolist() == [1] * 30
    far = boxes + 1e6
    assert pairwise_oriented_iou_3d(far, far) == pytest.approx(
        pairwise_oriented_iou_3d(boxes, boxes), abs=1e-8
    )


def test_faces_that_nearly_coincide_change_little():
    for step in (1e-17, 1e-16, 1e-15, 1e-12, 1e-9):
        for moved in (CUBE + step, CUBE * (1 + step), CUBE + np.array([step, -step, 0])):
            assert pairwise_oriented_iou_3d(CUBE, moved)[0, 0] == pytest.approx(1, abs=10 * step + 1e-13)


def test_both_orders_of_corners_and_float32():
    rng = np.random.default_rng(6)
    boxes = _random(rng, 8)
    found = pairwise_oriented_iou_3d(boxes, boxes[:, BINARY])
    assert found == pytest.approx(pairwise_oriented_iou_3d(boxes, boxes), abs=1e-12)
    assert pairwise_oriented_iou_3d(boxes.astype(np.float32), boxes) == pytest.approx(found, abs=1e-5)


def test_threads_change_no_bit():
    boxes = _random(np.random.default_rng(7), 90, spread=2)
    assert np.array_equal(
        pairwise_oriented_iou_3d(boxes, boxes, threads=1), pairwise_oriented_iou_3d(boxes, boxes, threads=3)
    )


def test_no_boxes():
    assert pairwise_oriented_iou_3d([], CUBE).shape == (0, 1)
    assert pairwise_oriented_iou_3d(CUBE, np.empty((0, 8, 3))).shape == (1, 0)
    assert elementwise_oriented_iou_3d([], []).shape == (0,)


def test_refusals():
    moved = CUBE.copy()
    moved[0, 3, 0] += 0.01
    with pytest.raises(
        InputError, match=r"E-194 corners_b\[1\]: the eight points are not .* miss one by 0\.01"
    ):
        pairwise_oriented_iou_3d(CUBE, np.vstack([CUBE, moved]))
    broken = CUBE.copy()
    broken[0, 2, 1] = np.nan
    with pytest.raises(InputError, match=r"E-190 corners_a\[0\]"):
        pairwise_oriented_iou_3d(broken, CUBE)
    with pytest.raises(ArgumentError, match=r"shape \(8, 3\).*for one box write \[\.\.\.\]"):
        pairwise_oriented_iou_3d(CUBE[0], CUBE)
    with pytest.raises(ArgumentError, match="corners_a has 1 boxes and corners_b has 2"):
        elementwise_oriented_iou_3d(CUBE, np.vstack([CUBE, CUBE]))
    with pytest.raises(ArgumentError, match="dtype"):
        pairwise_oriented_iou_3d(CUBE.astype(str), CUBE)
