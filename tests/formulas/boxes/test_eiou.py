from __future__ import annotations

from measure_cases import assert_formula

from truebox import formulas


def test_the_papers_definition_in_exact_fractions():
    # Zhang et al. 2021: three penalties, of the centers, the widths and the heights.
    def expected(parts, a, b):
        wider, taller = parts.widths[0] - parts.widths[1], parts.heights[0] - parts.heights[1]
        return (
            parts.iou - parts.distance - (wider / parts.hull_width) ** 2 - (taller / parts.hull_height) ** 2
        )

    assert_formula(formulas.eiou, expected)
