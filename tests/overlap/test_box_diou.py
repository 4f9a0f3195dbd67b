from __future__ import annotations

import pytest
from measure_cases import elementwise
from measure_checks import check_measure

from truebox.errors import ArgumentError


def test_functions_agree_with_the_formula_and_refuse_what_they_cannot_take():
    check_measure("diou")


def test_two_squares_by_hand():
    # (0, 0, 4, 4) and (2, 2, 6, 6) share 4 of 28; the hull is 6 x 6, the centers are (2, 2) apart.
    assert elementwise("diou", [[0, 0, 4, 4]], [[2, 2, 6, 6]])[0] == pytest.approx(4 / 28 - 8 / 72, rel=1e-14)


def test_fractions_of_an_image_need_its_size():
    boxes = [[0.0, 0.0, 0.5, 0.5]]
    with pytest.raises(ArgumentError, match="needs image_size"):
        elementwise("diou", boxes, boxes, box_format="rel_xyxy")
    with pytest.raises(ArgumentError, match="image_size goes with the rel_ formats"):
        elementwise("diou", boxes, boxes, image_size=(640, 480))
