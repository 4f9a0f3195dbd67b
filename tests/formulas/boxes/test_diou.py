from __future__ import annotations

from measure_cases import assert_formula

from truebox import formulas


def test_the_papers_definition_in_exact_fractions():
    # Zheng et al. 2020, eqs. 6 and 7.
    assert_formula(formulas.diou, lambda parts, a, b: parts.iou - parts.distance)
