"""Measures with a length among their parameters: numbers worked out by hand, and what the length must be."""

from __future__ import annotations

from math import exp, sqrt

import pytest
from measure_cases import elementwise
from measure_checks import check_measure, check_two_squares

from truebox.errors import ArgumentError
from truebox.overlap import mpdiou, nwd, pairwise_mpdiou

# (0, 0, 4, 4) and (2, 2, 6, 6) share 4 of 28; both corners and the centers are (2, 2) apart.
TWO_SQUARES = {"mpdiou": 4 / 28 - 16 / (640**2 + 480**2), "nwd": exp(-sqrt(8) / 12.8)}


@pytest.mark.parametrize("name", TWO_SQUARES)
def test_functions_agree_with_the_formula_and_refuse_what_they_cannot_take(name):
    check_measure(name)


@pytest.mark.parametrize(("name", "value"), TWO_SQUARES.items())
def test_two_squares_by_hand(name, value):
    check_two_squares(name, value)


def test_an_image_size_is_needed_and_used():
    boxes = [[0.0, 0.0, 0.5, 0.5]], [[0.0, 0.0, 0.5, 1.0]]
    values = pairwise_mpdiou(*boxes, box_format="rel_xyxy", image_size=(300, 400))
    # One corner is 200 pixels off; the diagonal is 500.
    assert values[0, 0] == pytest.approx(0.5 - 200**2 / 500**2, rel=1e-14)
    assert mpdiou(boxes[0][0], boxes[1][0], box_format="rel_xyxy", image_size=(300, 400)) == values[0, 0]
    with pytest.raises(ArgumentError, match="image_size is \\(0, 4\\)"):
        pairwise_mpdiou(*boxes, image_size=(0, 4))


def test_the_constant_is_a_length_above_nothing():
    boxes = [[0, 0, 4, 4]], [[2, 2, 6, 6]]
    assert elementwise("nwd", *boxes, constant=1.0)[0] == pytest.approx(exp(-sqrt(8)), rel=1e-14)
    assert nwd(boxes[0][0], boxes[1][0], constant=1.0) == pytest.approx(exp(-sqrt(8)), rel=1e-14)
    with pytest.raises(ArgumentError, match="constant is 0"):
        elementwise("nwd", *boxes, constant=0)
