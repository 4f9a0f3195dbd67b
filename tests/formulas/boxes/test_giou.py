from __future__ import annotations

import numpy as np
from measure_cases import assert_formula

from truebox import formulas


def test_the_papers_definition_in_exact_fractions():
    # Rezatofighi et al. 2019, algorithm 1.
    def expected(parts, a, b):
        union, hull = parts.area_a + parts.area_b - parts.shared, parts.hull_width * parts.hull_height
        return parts.iou - (hull - union) / hull

    assert_formula(formulas.giou, expected)


def test_boxes_on_one_line_have_no_hull_and_nothing():
    a, b = np.array([0.0, 5.0, 4.0, 5.0]), np.array([9.0, 5.0, 12.0, 5.0])
    assert formulas.giou(np, a, b) == 0
