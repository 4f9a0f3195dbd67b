from __future__ import annotations

from fractions import Fraction

import pytest
from measure_cases import assert_formula, exact_parts

from truebox import formulas


@pytest.mark.parametrize("ratio", [Fraction(1, 2), Fraction(1), Fraction(5, 4)])
def test_the_papers_definition_in_exact_fractions(ratio):
    # Zhang et al. 2023: corners at the center plus and minus half the side times the ratio.
    def resized(box):
        x0, y0, x1, y1 = (Fraction(float(value)) for value in box)
        x, y, half_width, half_height = (
            (x0 + x1) / 2,
            (y0 + y1) / 2,
            (x1 - x0) * ratio / 2,
            (y1 - y0) * ratio / 2,
        )
        return x - half_width, y - half_height, x + half_width, y + half_height

    def expected(parts, a, b):
        return exact_parts(resized(a), resized(b)).iou

    assert_formula(formulas.inner_iou, expected, ratio=float(ratio))
