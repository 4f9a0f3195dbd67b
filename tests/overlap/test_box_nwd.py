from __future__ import annotations

from math import exp, sqrt

import pytest
from measure_cases import elementwise
from measure_checks import check_measure

from truebox.errors import ArgumentError


def test_functions_agree_with_the_formula_and_refuse_what_they_cannot_take():
    check_measure("nwd")


def test_two_squares_by_hand():
    # (0, 0, 4, 4) and (2, 2, 6, 6) share 4 of 28; the hull is 6 x 6, the centers are (2, 2) apart.
    assert elementwise("nwd", [[0, 0, 4, 4]], [[2, 2, 6, 6]])[0] == pytest.approx(
        exp(-sqrt(8) / 12.8), rel=1e-14
    )


def test_the_constant_is_a_length_above_nothing():
    boxes = [[0, 0, 4, 4]], [[2, 2, 6, 6]]
    assert elementwise("nwd", *boxes, constant=1.0)[0] == pytest.approx(exp(-sqrt(8)), rel=1e-14)
    with pytest.raises(ArgumentError, match="constant is 0"):
        elementwise("nwd", *boxes, constant=0)
