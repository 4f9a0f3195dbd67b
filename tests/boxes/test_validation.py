"""`validate_boxes`: which box, why, how many, what to do."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.boxes import validate_boxes
from truebox.codes import CODES
from truebox.errors import InputError

GOOD = np.array([[0, 0, 10, 10], [5, 5, 5, 9]], float)


def refused(boxes, **options):
    with pytest.raises(InputError) as caught:
        validate_boxes(boxes, **options)
    assert caught.value.code in CODES
    return caught.value


def test_good_boxes_come_back():
    assert validate_boxes(GOOD) is GOOD
    assert validate_boxes([]).shape == (0, 4)
    assert validate_boxes([[0, 0, 0, 0]], box_format="xywh").tolist() == [[0, 0, 0, 0]]


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_not_finite(value):
    boxes = np.array([GOOD[0], [0, value, 1, 1], GOOD[1], [0, 0, 1, value]])
    error = refused(boxes, name="predictions")
    assert (error.code, error.place, error.row) == ("E-190", "predictions[1]", 1)
    assert error.problem == f"y_min is {value}, not a finite number, in 2 of 4 boxes"


def test_reversed_corners_that_are_xywh():
    error = refused([[0, 0, 10, 10], [40, 0, 30, 20], [0, 50, 30, 20]])
    assert str(error) == (
        "E-191 boxes[1]: x_max 30 < x_min 40, in 2 of 3 boxes. "
        "Fix: these look like xywh: pass box_format='xywh'."
    )


def test_reversed_corners_that_are_nothing_else():
    error = refused([[0, 0, -10, 10]])
    assert error.problem == "x_max -10 < x_min 0"
    assert error.fix.startswith("swap the corners")


def test_reversed_in_yxyx_names_its_own_columns():
    assert refused([[9, 0, 3, 10]], box_format="yxyx").problem == "y_max 3 < y_min 9"


def test_negative_sizes():
    error = refused([[-20, -20, -5, 4]], box_format="xywh")
    assert (error.code, error.problem) == ("E-192", "width -5 is negative")
    assert error.fix == "these look like xyxy: pass --box-format xyxy"
    assert refused([[0, 0, 5, -4]], box_format="xywh").fix.startswith("give the corner")
    assert refused([[-0.5, -0.5, -0.1, 0.2]], box_format="rel_xywh").fix.endswith("--box-format rel_xyxy")


def test_deeper_arrays_name_the_whole_index():
    boxes = np.zeros((2, 3, 4))
    boxes[1, 2, 0] = 1
    assert refused(boxes).place == "boxes[1, 2]"


def test_one_box_has_no_index():
    error = refused([4, 0, 3, 9], name="box")
    assert (error.place, error.row, error.problem) == ("box", None, "x_max 3 < x_min 4")


def test_unsigned_integers_are_compared_not_subtracted():
    assert refused(np.array([[40, 0, 30, 20]], np.uint8)).code == "E-191"


def test_tensors_are_looked_at_and_given_back():
    torch = pytest.importorskip("torch")
    boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]], requires_grad=True)
    assert validate_boxes(boxes) is boxes
    assert refused(torch.tensor([[0.0, 0.0, -1.0, 4.0]], requires_grad=True)).code == "E-191"
    assert refused(torch.tensor([[0.0, 0.0, float("nan"), 4.0]], dtype=torch.bfloat16)).code == "E-190"
