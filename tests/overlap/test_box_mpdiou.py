from __future__ import annotations

import pytest
from measure_cases import elementwise
from measure_checks import check_measure

from truebox.errors import ArgumentError
from truebox.overlap import pairwise_mpdiou


def test_functions_agree_with_the_formula_and_refuse_what_they_cannot_take():
    check_measure("mpdiou")


def test_two_squares_by_hand():
    # (0, 0, 4, 4) and (2, 2, 6, 6) share 4 of 28; the hull is 6 x 6, the centers are (2, 2) apart.
    assert elementwise("mpdiou", [[0, 0, 4, 4]], [[2, 2, 6, 6]])[0] == pytest.approx(
        4 / 28 - 16 / (640**2 + 480**2), rel=1e-14
    )


def test_an_image_size_is_needed_and_used():
    boxes = [[0.0, 0.0, 0.5, 0.5]], [[0.0, 0.0, 0.5, 1.0]]
    values = pairwise_mpdiou(*boxes, box_format="rel_xyxy", image_size=(300, 400))
    # One corner is 200 pixels off; the diagonal is 500.
    assert values[0, 0] == pytest.approx(0.5 - 200**2 / 500**2, rel=1e-14)
    with pytest.raises(ArgumentError, match="image_size is \\(0, 4\\)"):
        pairwise_mpdiou(*boxes, image_size=(0, 4))
