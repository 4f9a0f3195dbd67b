from __future__ import annotations

from fractions import Fraction

from measure_cases import assert_formula

from truebox import formulas


def test_the_papers_definition_in_exact_fractions():
    # Ma and Xu 2023: squared distances of the top-left and of the bottom-right corners.
    def expected(parts, a, b):
        apart = [
            (Fraction(float(one)) - Fraction(float(other))) ** 2 for one, other in zip(a, b, strict=True)
        ]
        return parts.iou - sum(apart) / (640**2 + 480**2)

    assert_formula(formulas.mpdiou, expected, image_width=640, image_height=480)
