from __future__ import annotations

from measure_cases import assert_formula

from truebox import formulas


def test_the_definition_in_exact_fractions():
    assert_formula(formulas.ios, lambda parts, a, b: parts.shared / min(parts.area_a, parts.area_b))
