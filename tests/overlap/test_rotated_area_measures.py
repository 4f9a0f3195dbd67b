"""IoA and GIoU of rotated boxes; the exact values are worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from measure_cases import LIBRARIES, exact_parts, random_pairs

from truebox.boxes import convert_boxes, rotated_to_corners
from truebox.overlap import (
    elementwise_rotated_giou,
    elementwise_rotated_ioa,
    elementwise_rotated_iou,
    pairwise_rotated_giou,
    pairwise_rotated_ioa,
)

DEGREES = {"unit": "degrees", "direction": "clockwise"}
ROOT = math.sqrt(2)


def turned(boxes, angle):
    return np.column_stack([convert_boxes(boxes, "xyxy", "cxcywh"), np.full(len(boxes), angle)])


@pytest.fixture(params=LIBRARIES)
def tested(request):
    return LIBRARIES[request.param]()


def test_a_square_and_a_diamond(tested):
    square, diamond = np.array([[7.0, 7, 2, 2, 0]]), np.array([[7.0, 7, 2, 2, 45]])
    shared = 8 * (ROOT - 1)  # an octagon around a circle of radius 1
    union, hull = 8 - shared, 4 * ROOT  # an octagon within a circle of radius √2
    sides = tested.array(square), tested.array(diamond)
    giou = tested.numpy(pairwise_rotated_giou(*sides, **DEGREES))
    assert giou == pytest.approx(np.array([[shared / union - (hull - union) / hull]]), abs=1e-12)
    ioa = tested.numpy(elementwise_rotated_ioa(*sides, **DEGREES))
    assert ioa == pytest.approx(np.array([shared / 4]), abs=1e-12)


def test_upright_boxes_against_exact_arithmetic():
    a, b = random_pairs(60, 4)
    ioa = elementwise_rotated_ioa(turned(a, 90.0)[:, [0, 1, 3, 2, 4]], turned(b, 180.0), **DEGREES)
    for row in range(60):
        parts = exact_parts(a[row], b[row])
        assert ioa[row] == pytest.approx(float(parts.shared / parts.area_a), abs=1e-12)


def test_giou_against_the_hull_of_the_corners():
    hulls = pytest.importorskip("scipy.spatial")
    chance = np.random.default_rng(6)
    a, b = (
        np.column_stack(
            [chance.uniform(0, 60, (80, 2)), chance.uniform(5, 60, (80, 2)), chance.uniform(-400, 400, 80)]
        )
        for _ in "ab"
    )
    giou, iou = elementwise_rotated_giou(a, b, **DEGREES), elementwise_rotated_iou(a, b, **DEGREES)
    points = np.concatenate([rotated_to_corners(side, **DEGREES) for side in (a, b)], axis=1)
    areas = a[:, 2] * a[:, 3] + b[:, 2] * b[:, 3]
    for row in range(80):
        hull = hulls.ConvexHull(points[row]).volume
        union = areas[row] / (1 + iou[row])
        assert giou[row] == pytest.approx(iou[row] - (hull - union) / hull, abs=1e-11)


def test_equal_touching_and_empty_boxes():
    boxes = [[5, 5, 4, 2, 30], [5, 5, 4, 2, 210], [5, 5, 0, 2, 30], [0, 0, 0, 0, 0]]
    giou = pairwise_rotated_giou(boxes, boxes, **DEGREES)
    assert giou[0, :2] == pytest.approx([1, 1], abs=1e-12)
    assert np.isfinite(giou).all()
    assert (giou <= 1 + 1e-12).all()
    assert pairwise_rotated_ioa(boxes, boxes, **DEGREES)[2:].tolist() == [[0] * 4] * 2
    assert pairwise_rotated_giou([], boxes, **DEGREES).shape == (0, 4)


def test_gradients_pull_boxes_together():
    torch = pytest.importorskip("torch")
    boxes = torch.tensor([[0.0, 0, 2, 2, 10], [0, 0, 2, 2, 0]], dtype=torch.float64, requires_grad=True)
    there = torch.tensor([[9.0, 0, 2, 2, 30], [9, 0, 2, 2, 0]], dtype=torch.float64)
    elementwise_rotated_giou(boxes, there, **DEGREES).sum().backward()
    assert torch.isfinite(boxes.grad).all()
    assert (boxes.grad[:, 0] > 0).all()
