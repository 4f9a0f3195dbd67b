"""Against the formula of torchvision's `box_iou`, written out with torch."""

from __future__ import annotations

import numpy as np
import pytest
from overlap_samples import random_boxes

from truebox.overlap import pairwise_iou

torch = pytest.importorskip("torch")


def pairwise_by_torch(a, b):
    area_a = (a[:, 2] - a[:, 0]) * (a[:, 3] - a[:, 1])
    area_b = (b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])
    low = torch.max(a[:, None, :2], b[:, :2])
    high = torch.min(a[:, None, 2:], b[:, 2:])
    size = (high - low).clamp(min=0)
    shared = size[:, :, 0] * size[:, :, 1]
    return shared / (area_a[:, None] + area_b - shared)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("seed", range(4))
def test_bit_identical_for_boxes_with_an_area(seed, dtype):
    a, b = (random_boxes(150, seed + offset, dtype) for offset in (0, 50))
    a, b = a[(a[:, 2:] > a[:, :2]).all(axis=1)], b[(b[:, 2:] > b[:, :2]).all(axis=1)]
    expected = pairwise_by_torch(torch.from_numpy(a), torch.from_numpy(b)).numpy()
    assert np.array_equal(pairwise_iou(a, b), expected)


def test_without_area_torch_divides_by_zero_and_we_answer_zero():
    point = np.array([[5.0, 5.0, 5.0, 5.0]])
    assert torch.isnan(pairwise_by_torch(torch.from_numpy(point), torch.from_numpy(point))).all()
    assert pairwise_iou(point, point).tolist() == [[0.0]]
