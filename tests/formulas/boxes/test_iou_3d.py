from __future__ import annotations

import numpy as np
import pytest

from truebox import formulas, overlap


def test_equals_the_kernel():
    chance = np.random.default_rng(1)
    low, size = chance.uniform(0, 8, (2, 40, 3))
    boxes = np.column_stack([low, low + size])
    expected = overlap.pairwise_iou_3d(boxes, boxes)
    assert formulas.iou_3d(np, boxes[:, None], boxes) == pytest.approx(expected, abs=1e-15)


def test_boxes_without_volume_have_none_in_common():
    flat = np.array([0.0, 0, 0, 2, 2, 0])
    assert formulas.iou_3d(np, flat, flat) == 0
