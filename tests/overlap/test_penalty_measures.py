"""IoU with penalties: each against its formula, and numbers worked out by hand."""

from __future__ import annotations

from math import exp

import pytest
from measure_checks import check_measure, check_two_squares

from truebox import overlap
from truebox.errors import ArgumentError

# (0, 0, 4, 4) and (2, 2, 6, 6) share 4 of 28; the hull is 6 x 6, the centers are (2, 2) apart.
TWO_SQUARES = {
    "giou": 4 / 28 - 8 / 36,
    "diou": 4 / 28 - 8 / 72,
    "ciou": 4 / 28 - 8 / 72,
    "eiou": 4 / 28 - 8 / 72,
    "siou": 4 / 28 - (1 - exp(-4 / 36)),
}


@pytest.mark.parametrize("name", TWO_SQUARES)
def test_functions_agree_with_the_formula_and_refuse_what_they_cannot_take(name):
    check_measure(name)


@pytest.mark.parametrize(("name", "value"), TWO_SQUARES.items())
def test_two_squares_by_hand(name, value):
    check_two_squares(name, value)


@pytest.mark.parametrize("name", ["diou", "ciou", "eiou", "siou"])
def test_fractions_of_an_image_need_its_size(name):
    box = [0.0, 0.0, 0.5, 0.5]
    for measure, boxes in ((getattr(overlap, f"elementwise_{name}"), [box]), (getattr(overlap, name), box)):
        with pytest.raises(ArgumentError, match="needs image_size"):
            measure(boxes, boxes, box_format="rel_xyxy")
        with pytest.raises(ArgumentError, match="image_size goes with the rel_ formats"):
            measure(boxes, boxes, image_size=(640, 480))
