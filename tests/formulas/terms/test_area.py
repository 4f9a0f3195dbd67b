"""The area formula."""

from __future__ import annotations

import numpy as np

from truebox import formulas


def test_area_of_corners():
    boxes = np.array([[0, 0, 4, 3], [5, 5, 5, 9]])
    assert formulas.area(np, boxes).tolist() == [12, 0]
    assert formulas.area(np, boxes, 1).tolist() == [5 * 4, 1 * 5]
    assert formulas.area(np, np.zeros((2, 3, 4))).shape == (2, 3)
