"""IoU of rotated boxes, on NumPy and on torch with gradients."""

from __future__ import annotations

import numpy as np
import pytest
from rotated_samples import random_rotated

from truebox import formulas


def test_by_hand():
    a = np.array([0, 0, 2, 2, 0.0])
    b = np.array(
        [[0, 0, 2, 2, np.pi / 4], [1, 0, 2, 2, 0], [0, 0, 2, 2, np.pi], [0, 0, 0, 0, 0], [5, 5, 1, 1, 1]]
    )
    octagon = 8 * (2**0.5 - 1)
    expected = [octagon / (8 - octagon), 1 / 3, 1, 0, 0]
    assert formulas.rotated_iou(np, a, b) == pytest.approx(expected, abs=1e-15)


def test_gradients_equal_differences():
    torch = pytest.importorskip("torch")
    a, b = random_rotated(40, 1, 20.0), random_rotated(40, 2, 20.0)
    a[:, 4], b[:, 4] = np.radians(a[:, 4]) + 0.01, np.radians(b[:, 4])
    left = torch.tensor(a, requires_grad=True)
    values = formulas.rotated_iou(torch, left, torch.tensor(b))
    assert values.detach().numpy() == pytest.approx(formulas.rotated_iou(np, a, b), abs=1e-14)
    values.sum().backward()
    step = 1e-6
    for column in range(5):
        moved = np.eye(5)[column] * step
        slope = (formulas.rotated_iou(np, a + moved, b) - formulas.rotated_iou(np, a - moved, b)) / (2 * step)
        assert left.grad[:, column].numpy() == pytest.approx(slope, abs=1e-6)
    assert bool((left.grad != 0).any(dim=0).all())


def test_gradients_are_finite_at_the_corners():
    torch = pytest.importorskip("torch")
    rows = [[0, 0, 4, 2, 0.0], [0, 0, 4, 2, 0.3], [0, 0, 0, 0, 0.0], [4, 0, 4, 2, 0.0], [9, 9, 1, 1, 0.0]]
    for dtype in (torch.float32, torch.float64):
        boxes = torch.tensor(rows, dtype=dtype, requires_grad=True)
        values = formulas.rotated_iou(torch, boxes[:, None], boxes[None])
        values.sum().backward()
        assert bool(torch.isfinite(values).all())
        assert bool(torch.isfinite(boxes.grad).all())
