from __future__ import annotations

from math import exp, sqrt

import numpy as np
import pytest
from measure_cases import assert_formula

from truebox import formulas


@pytest.mark.parametrize("constant", [12.8, 40.0])
def test_the_papers_definition(constant):
    # Wang et al. 2021: the 2-Wasserstein distance of N(center, diag(w, h)**2 / 4).
    def expected(parts, a, b):
        wider, taller = parts.widths[0] - parts.widths[1], parts.heights[0] - parts.heights[1]
        squared = parts.dx**2 + parts.dy**2 + (wider / 2) ** 2 + (taller / 2) ** 2
        return exp(-sqrt(squared) / constant)

    assert_formula(formulas.nwd, expected, constant=constant)


def test_equal_points_are_alike():
    point = np.array([3.0, 3.0, 3.0, 3.0])
    assert formulas.nwd(np, point, point) == 1
