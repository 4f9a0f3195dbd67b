from __future__ import annotations

import numpy as np
import pytest

from truebox import formulas, overlap


def test_equals_the_kernel():
    chance = np.random.default_rng(2)
    center, size = chance.uniform(0, 8, (40, 3)), chance.uniform(0.5, 9, (40, 3))
    boxes = np.column_stack([center, size, chance.uniform(-4, 4, 40)])
    expected = overlap.pairwise_rotated_iou_3d(boxes, boxes, unit="radians", direction="counterclockwise")
    assert formulas.rotated_iou_3d(np, boxes[:, None], boxes) == pytest.approx(expected, abs=1e-12)


def test_one_above_the_other():
    # By hand: 4 x 2 x 2, one higher by half its height shares 8 of 24; higher by its height nothing.
    box = np.array([0, 0, 0, 4, 2, 2, 0.3])
    up = np.array([0, 0, 1, 0, 0, 0, 0.0])
    assert formulas.rotated_iou_3d(np, box, box + up) == pytest.approx(1 / 3, rel=1e-14)
    assert formulas.rotated_iou_3d(np, box, box + 2 * up) == 0
    assert formulas.rotated_iou_3d(np, box, box) == pytest.approx(1, rel=1e-14)
