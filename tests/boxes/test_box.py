"""`Box`: checked once, then plain geometry. Expected numbers are worked out by hand in whole numbers."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from truebox.boxes import Box
from truebox.errors import ArgumentError

TRUTH = Box(10, 20, 40, 60)


def test_measures_of_one_box():
    assert (TRUTH.width, TRUTH.height, TRUTH.area, TRUTH.center) == (30.0, 40.0, 1200.0, (25.0, 40.0))


def test_is_a_frozen_value():
    assert Box(10.0, 20.0, 40.0, 60.0) == TRUTH
    assert hash(TRUTH) == hash(Box(10.0, 20.0, 40.0, 60.0))
    assert repr(TRUTH) == "Box(x_min=10.0, y_min=20.0, x_max=40.0, y_max=60.0)"
    with pytest.raises(dataclasses.FrozenInstanceError):
        TRUTH.x_min = 0.0


def test_iterates_over_its_corners():
    assert tuple(TRUTH) == TRUTH.as_tuple() == (10.0, 20.0, 40.0, 60.0)


def test_takes_numpy_numbers_and_stores_floats():
    box = Box(*np.array([1, 2, 3, 4], np.int32))
    assert all(type(value) is float for value in box)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), "10", None, [1], 10**400])
def test_refuses_what_is_no_finite_number(value):
    with pytest.raises(ArgumentError, match=r"x_max of a box is .* expected a finite number"):
        Box(0, 0, value, 10)


@pytest.mark.parametrize(
    ("corners", "named"),
    [
        ((40, 20, 10, 60), "x_min < x_max"),
        ((10, 20, 10, 60), "x_min < x_max"),
        ((10, 60, 40, 20), "y_min < y_max"),
        ((10, 60, 40, 60), "y_min < y_max"),
    ],
)
def test_refuses_corners_out_of_order_or_without_area(corners, named):
    with pytest.raises(ArgumentError, match=named):
        Box(*corners)


def test_iou_with_another_box():
    # 100 x 100 boxes that share 50 x 50: 2500 / 17500.
    assert Box(50, 50, 150, 150).iou(Box(100, 100, 200, 200)) == 2500 / 17500
    assert TRUTH.iou(TRUTH) == 1.0
    assert TRUTH.iou(Box(40, 20, 50, 60)) == 0.0


def test_iou_of_inclusive_pixels():
    # One shared column of 1 x 2 pixels; boxes of 2 x 2 pixels: 2 / 6.
    assert Box(0, 0, 1, 1).iou(Box(1, 0, 2, 1), pixels="inclusive") == 2 / 6


def test_iou_refuses_unknown_pixels_and_other_things():
    with pytest.raises(ArgumentError, match="pixels is 'half'"):
        TRUTH.iou(TRUTH, pixels="half")
    for other in ((1, 2, 3), 7, "1234", None):
        with pytest.raises(ArgumentError, match=r"other is .*; expected a Box or four numbers"):
            TRUTH.iou(other)
        with pytest.raises(ArgumentError, match=r"other is .*; expected a Box or four numbers"):
            TRUTH.intersection(other)


def test_four_numbers_are_another_box():
    assert TRUTH.iou([30, 0, 100, 30]) == TRUTH.iou(Box(30, 0, 100, 30))
    assert TRUTH.intersection((30, 0, 100, 30)) == Box(30, 20, 40, 30)
    assert TRUTH.union_area((30, 0, 100, 30)) == TRUTH.union_area(Box(30, 0, 100, 30))


def test_intersection_and_union():
    assert TRUTH.intersection(Box(30, 0, 100, 30)) == Box(30, 20, 40, 30)
    assert TRUTH.union_area(Box(30, 0, 100, 30)) == 1200 + 2100 - 100
    assert TRUTH.intersection(Box(40, 20, 50, 60)) is None
    assert TRUTH.union_area(Box(40, 20, 50, 60)) == 1200 + 400


@pytest.mark.parametrize(
    ("values", "box_format"),
    [
        ((10, 20, 40, 60), "xyxy"),
        ((10, 20, 30, 40), "xywh"),
        ((25, 40, 30, 40), "cxcywh"),
        ((20, 10, 60, 40), "yxyx"),
        ((0.1, 0.1, 0.4, 0.3), "rel_xyxy"),
        ((0.1, 0.1, 0.3, 0.2), "rel_xywh"),
        ((0.25, 0.2, 0.3, 0.2), "rel_cxcywh"),
        ((0.1, 0.1, 0.3, 0.4), "rel_yxyx"),
    ],
)
def test_every_format_both_ways(values, box_format):
    size = (100, 200) if box_format.startswith("rel_") else None
    assert Box.from_format(values, box_format, size).as_tuple() == pytest.approx(TRUTH.as_tuple(), abs=1e-12)
    assert TRUTH.to_format(box_format, size) == pytest.approx(values, abs=1e-12)


def test_from_format_says_what_is_wrong():
    with pytest.raises(ArgumentError, match=r"four numbers .x_min, y_min, width, height., got 3"):
        Box.from_format((1, 2, 3), "xywh")
    with pytest.raises(ArgumentError, match="width > 0 and height > 0, got 0 and 4"):
        Box.from_format((1, 2, 0, 4), "xywh")
    with pytest.raises(ArgumentError, match="'rel_xywh' needs image_size"):
        Box.from_format((0.1, 0.2, 0.3, 0.4), "rel_xywh")
    with pytest.raises(ArgumentError, match="'rel_xyxy' needs image_size"):
        TRUTH.to_format("rel_xyxy")
    with pytest.raises(ArgumentError, match="box_format is 'xyhw'; expected one of xyxy"):
        TRUTH.to_format("xyhw")
