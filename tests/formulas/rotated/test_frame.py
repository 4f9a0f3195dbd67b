"""One rotated box as seen from another."""

from __future__ import annotations

import numpy as np
import pytest
from rotated_samples import random_rotated

from truebox import formulas


def test_turning_and_moving_the_world_changes_nothing():
    a, b = random_rotated(50, 1), random_rotated(50, 2)
    a[:, 4], b[:, 4] = np.radians(a[:, 4]), np.radians(b[:, 4])
    before = formulas.rotated_frame(np, a, b)
    cos, sin = np.cos(0.7), np.sin(0.7)
    for box in (a, b):
        box[:, 0], box[:, 1] = box[:, 0] * cos - box[:, 1] * sin + 5, box[:, 0] * sin + box[:, 1] * cos - 3
        box[:, 4] += 0.7
    for found, expected in zip(formulas.rotated_frame(np, a, b), before, strict=True):
        assert found == pytest.approx(expected, abs=1e-12)


def test_from_itself_a_box_is_straight():
    box = np.array([3.0, 4.0, 2.0, 1.0, 0.3])
    assert [float(value) for value in formulas.rotated_frame(np, box, box)] == [0, 0, 1, 0]
