"""Corners of rotated boxes."""

from __future__ import annotations

import numpy as np
import pytest
from rotated_samples import corners_of, random_rotated

from truebox import formulas


def test_equals_turning_each_corner_by_a_matrix():
    boxes = random_rotated(60, 3)
    expected = corners_of(boxes)
    boxes[:, 4] = np.radians(boxes[:, 4])
    assert formulas.rotated_corners(np, boxes) == pytest.approx(expected, abs=1e-11)
    assert formulas.rotated_corners(np, boxes.reshape(3, 20, 5)).shape == (3, 20, 4, 2)


def test_torch_gives_the_same():
    torch = pytest.importorskip("torch")
    boxes = torch.tensor([[5.0, 5, 4, 2, 0.5]], dtype=torch.float64)
    found = formulas.rotated_corners(torch, boxes).numpy()
    assert found == pytest.approx(formulas.rotated_corners(np, boxes.numpy()), abs=1e-15)
