from __future__ import annotations

import numpy as np
import pytest
from measure_cases import DEGENERATE, MEASURES, columns_of, elementwise, pairwise

from truebox.arrays import library_of
from truebox.overlap.pairs.rescaling import pair_scale


def test_ordinary_boxes_are_left_alone():
    boxes = np.ones((3, 4), np.float32)
    assert pair_scale(library_of(boxes), boxes, boxes, "float32", pairwise=True) is None


@pytest.mark.parametrize("pairwise", [True, False])
def test_only_the_pairs_of_a_huge_box_are_scaled(pairwise):
    boxes = np.array([[0, 0, 1, 1], [0, 0, 2.0**80, 1]], np.float32)
    scale = pair_scale(library_of(boxes), boxes, boxes, "float32", pairwise=pairwise)
    small, one = 2.0**-70, 1.0
    assert scale.tolist() == ([[one, small], [small, small]] if pairwise else [one, small])


# The corners' distance over an image's diagonal is itself beyond float32 there.
@pytest.mark.parametrize("name", [name for name in MEASURES if name != "mpdiou"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_huge_boxes_overlap_as_small_ones_do(name, dtype):
    a, b = columns_of(DEGENERATE, dtype)
    assert np.isfinite(pairwise(name, a, b)).all()
    if name == "nwd":
        return
    huge = 1e37 if dtype == np.float32 else 1e300
    rows = np.array([[-1, -1, 1, 1], [-3, -1, 1, 1], [0, 0, 1, 3]], dtype)
    expected = elementwise(name, rows, np.roll(rows, 1, axis=0))
    values = elementwise(name, rows * dtype(huge), np.roll(rows, 1, axis=0) * dtype(huge))
    assert values == pytest.approx(expected, rel=1e-5 if dtype == np.float32 else 1e-13)
