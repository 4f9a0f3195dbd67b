"""`pairwise_ioa` and `elementwise_ioa`: the first argument's area divides."""

from __future__ import annotations

import numpy as np
import pytest
from overlap_samples import random_boxes

from truebox import formulas
from truebox.overlap import elementwise_ioa, pairwise_ioa


def test_the_first_area_divides():
    detection, crowd = [[0, 0, 10, 10]], [[5, 0, 105, 10]]
    assert pairwise_ioa(detection, crowd).tolist() == [[50 / 100]]
    assert pairwise_ioa(crowd, detection).tolist() == [[50 / 1000]]
    assert elementwise_ioa(detection, crowd).tolist() == [0.5]


def test_inclusive_pixels():
    # 2 x 2 pixels, of which one column of 2 lies in the second box.
    assert pairwise_ioa([[0, 0, 1, 1]], [[1, 0, 9, 9]], pixels="inclusive").tolist() == [[0.5]]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("pixels", ["continuous", "inclusive"])
@pytest.mark.parametrize("shape", [(1, 1), (40, 5), (40, 16), (40, 77)])
def test_equals_the_formula_bit_by_bit(shape, pixels, dtype):
    a, b = random_boxes(shape[0], 1, dtype), random_boxes(shape[1], 2, dtype)
    pixel = 1 if pixels == "inclusive" else 0
    assert np.array_equal(pairwise_ioa(a, b, pixels=pixels), formulas.ioa(np, a[:, None], b, pixel))
    count = min(shape)
    expected = formulas.ioa(np, a[:count], b[:count], pixel)
    assert np.array_equal(elementwise_ioa(a[:count], b[:count], pixels=pixels), expected)


def test_a_box_without_area_has_none():
    assert pairwise_ioa([[5, 5, 5, 9]], [[0, 0, 10, 10]]).tolist() == [[0.0]]


def test_relative_boxes_with_an_image_size():
    a, b = [[0.0, 0.0, 0.5, 0.5]], [[0.25, 0.0, 1.0, 1.0]]
    for options in ({}, {"image_size": (640, 480)}):
        assert pairwise_ioa(a, b, box_format="rel_xyxy", **options).tolist() == [[0.5]]
        assert elementwise_ioa(a, b, box_format="rel_xyxy", **options).tolist() == [0.5]


def test_nothing():
    assert pairwise_ioa([], [[0, 0, 1, 1]]).shape == (0, 1)
    assert elementwise_ioa([], []).shape == (0,)
