"""The intersection formula."""

from __future__ import annotations

import numpy as np

from truebox import formulas

A = np.array([0.0, 0.0, 4.0, 4.0])


def test_shared_area():
    others = np.array([[2, 2, 6, 6], [4, 0, 8, 4], [5, 5, 6, 6], [1, 1, 2, 3], [-9, -9, 9, 9]], float)
    assert formulas.intersection(np, A, others).tolist() == [4, 0, 0, 2, 16]


def test_touching_inclusive_boxes_share_a_row_of_pixels():
    assert formulas.intersection(np, A, np.array([4.0, 0, 8, 4]), 1) == 1 * 5


def test_apart_in_both_directions_is_not_a_positive_product():
    assert formulas.intersection(np, A, np.array([10.0, 10, 12, 12])) == 0
