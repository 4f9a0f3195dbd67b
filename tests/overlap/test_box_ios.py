from __future__ import annotations

import pytest
from measure_cases import elementwise
from measure_checks import check_measure


def test_functions_agree_with_the_formula_and_refuse_what_they_cannot_take():
    check_measure("ios")


def test_two_squares_by_hand():
    # (0, 0, 4, 4) and (2, 2, 6, 6) share 4 of 28; the hull is 6 x 6, the centers are (2, 2) apart.
    assert elementwise("ios", [[0, 0, 4, 4]], [[2, 2, 6, 6]])[0] == pytest.approx(4 / 16, rel=1e-14)
