from __future__ import annotations

from math import asin, exp, hypot, pi, sin

import pytest
from measure_cases import assert_formula

from truebox import formulas


@pytest.mark.parametrize("theta", [2.0, 4.0])
def test_the_papers_definition(theta):
    # Gevorgyan 2022, written with the paper's own arc sine.
    def expected(parts, a, b):
        dx, dy = abs(float(parts.dx)), abs(float(parts.dy))
        sigma = hypot(dx, dy)
        angle = 1 - 2 * sin(asin(min(1.0, dy / sigma)) - pi / 4) ** 2 if sigma else 0.0
        gamma = 2 - angle
        distance = sum(
            1 - exp(-gamma * (offset / float(hull)) ** 2)
            for offset, hull in ((dx, parts.hull_width), (dy, parts.hull_height))
        )
        shape = sum(
            (1 - exp(-abs(float(one - other)) / float(max(one, other)))) ** theta
            for one, other in (parts.widths, parts.heights)
        )
        return float(parts.iou) - (distance + shape) / 2

    assert_formula(formulas.siou, expected, theta=theta)
