from __future__ import annotations

from math import atan, pi

import numpy as np
from measure_cases import assert_formula

from truebox import formulas


def test_the_papers_definition():
    # Zheng et al. 2020, eqs. 8 to 11, with the arc tangents of Python's math.
    def expected(parts, a, b):
        angles = [atan(w / h) for w, h in zip(parts.widths, parts.heights, strict=True)]
        shape = 4 / pi**2 * (angles[1] - angles[0]) ** 2
        weight = shape / (1 - float(parts.iou) + shape) if shape else 0.0
        return float(parts.iou - parts.distance) - weight * shape

    assert_formula(formulas.ciou, expected)


def test_equal_boxes_have_one_although_the_weight_is_nothing_by_nothing():
    box = np.array([1.0, 2.0, 5.0, 9.0])
    assert formulas.ciou(np, box, box) == 1
