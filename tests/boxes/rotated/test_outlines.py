"""Corners by hand: a positive clockwise angle lowers the right end of the width, because y points down."""

from __future__ import annotations

import math

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox import formulas
from truebox.boxes import corners_to_rotated, enclosing_boxes, rotated_to_corners
from truebox.errors import ArgumentError, InputError
from truebox.overlap import elementwise_rotated_iou

DEGREES = {"unit": "degrees", "direction": "clockwise"}
HALF = math.sqrt(0.5)


@pytest.fixture(params=LIBRARIES)
def tested(request):
    return LIBRARIES[request.param]()


@pytest.mark.parametrize(
    ("direction", "sign"), [("clockwise", 1), ("x_to_y", 1), ("counterclockwise", -1), ("y_to_x", -1)]
)
def test_which_way_is_positive(tested, direction, sign):
    # Sides of 0 and 2 along the width: its ends are the centre and one half of it at 45 degrees, right, down.
    box = tested.array(np.array([[0.0, 0, 2, 0, 45 * sign]]))
    corners = tested.numpy(rotated_to_corners(box, unit="degrees", direction=direction))
    assert corners[0, 1] == pytest.approx([HALF, HALF], abs=1e-12)
    assert corners[0, 0] == pytest.approx([-HALF, -HALF], abs=1e-12)


def test_corners_and_back(tested):
    boxes = np.array([[10.0, 20, 6, 2, 30], [0, 0, 2, 6, -75], [5, 5, 3, 3, 179], [1, 1, 4, 2, 0]])
    corners = rotated_to_corners(tested.array(boxes), **DEGREES)
    found = corners_to_rotated(corners, **DEGREES)
    assert type(found) is type(corners)
    assert tested.numpy(found) == pytest.approx(boxes, abs=1e-9)


def test_the_smallest_box_around_a_quadrilateral():
    # A trapezoid of base 4 and height 2; along its slanted side the rectangle is 8.4.
    found = corners_to_rotated([[0, 0, 4, 0, 4, 2, 1, 2]], **DEGREES)
    assert found.tolist() == [[2, 1, 4, 2, 0]]
    # In any order of corners.
    crossed = corners_to_rotated([[[4, 0], [0, 2], [4, 2], [0, 0]]], **DEGREES)
    assert crossed[0, 2] * crossed[0, 3] == pytest.approx(8, abs=1e-12)


def test_points_and_lines():
    assert corners_to_rotated([[3, 4] * 4], **DEGREES).tolist() == [[3, 4, 0, 0, 0]]
    line = corners_to_rotated([[0, 0, 4, 4, 4, 4, 0, 0]], **DEGREES)
    assert line == pytest.approx(np.array([[2, 2, math.sqrt(32), 0, 45]]), abs=1e-12)
    assert corners_to_rotated([], **DEGREES).shape == (0, 5)


def test_upright_boxes_around(tested):
    boxes = tested.array(np.array([[10.0, 10, 4, 2, 0], [10, 10, 4, 2, 90], [0, 0, 2, 2, 45]]))
    found = tested.numpy(enclosing_boxes(boxes, **DEGREES))
    root = math.sqrt(2)
    wanted = np.array([[8, 9, 12, 11], [9, 8, 11, 12], [-root, -root, root, root]])
    assert found == pytest.approx(wanted, abs=1e-12)


def test_far_from_the_origin_corners_keep_their_digits():
    boxes = np.array([[1e7, 1e7, 30, 10, 33.0]])
    found = corners_to_rotated(rotated_to_corners(boxes, **DEGREES), **DEGREES)
    assert elementwise_rotated_iou(boxes, found, **DEGREES)[0] > 1 - 1e-7


@pytest.mark.parametrize(
    ("corners", "message"),
    [
        ([[1, 2, 3]], r"shape \(1, 3\)"),
        ([[0, 0], [1]], "rows of one length"),
    ],
)
def test_what_are_no_corners(corners, message):
    with pytest.raises(ArgumentError, match=message):
        corners_to_rotated(corners, **DEGREES)


def test_a_coordinate_that_is_none_is_named():
    corners = np.ones((2, 3, 4, 2))
    corners[1, 2, 3, 0] = np.nan
    with pytest.raises(InputError, match=r"E-190 corners\[1, 2, 3, 0\]: nan is not finite") as refused:
        corners_to_rotated(corners, **DEGREES)
    assert refused.value.row == 5
    with pytest.raises(InputError, match=r"E-190 corners\[2, 1\]"):
        corners_to_rotated([0, 0, 1, 0, 1, np.inf, 0, 1], **DEGREES)


def _some_boxes(dtype, count=70):
    chance = np.random.default_rng(11)
    angles = np.concatenate(
        (chance.uniform(-500, 500, count // 2), chance.integers(-9, 9, count // 2) * 45.0)
    )
    return np.column_stack(
        (chance.normal(0, 90, (count, 2)), chance.uniform(0, 40, (count, 2)), angles)
    ).astype(dtype)


@pytest.mark.parametrize("unit", ["degrees", "radians"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_arrays_are_as_the_formula_to_the_last_bit(dtype, unit):
    boxes = _some_boxes(dtype)
    for direction, sign in (("clockwise", 1), ("counterclockwise", -1)):
        factor = sign * (math.pi / 180 if unit == "degrees" else 1.0)
        turned = boxes.copy()
        turned[:, 4] *= dtype(factor)
        options = {"unit": unit, "direction": direction}
        corners = formulas.rotated_corners(np, turned)
        cos, sin = np.abs(np.cos(turned[:, 4])), np.abs(np.sin(turned[:, 4]))
        wide, high = (boxes[:, 2] * cos + boxes[:, 3] * sin) / 2, (boxes[:, 2] * sin + boxes[:, 3] * cos) / 2
        around = np.column_stack(
            (boxes[:, 0] - wide, boxes[:, 1] - high, boxes[:, 0] + wide, boxes[:, 1] + high)
        )
        for given in (boxes, np.asfortranarray(boxes), boxes.reshape(7, 10, 5)):
            found = rotated_to_corners(given, **options)
            assert found.dtype == dtype
            assert np.array_equal(found.reshape(-1, 4, 2), corners)
            assert np.array_equal(enclosing_boxes(given, **options).reshape(-1, 4), around)


def _smallest_by_trying(corners):
    """Area of the smallest rectangle around four points that has a side along one of their six lines."""
    edges = [corners[j] - corners[i] for i in range(4) for j in range(i)]
    sizes = []
    for angle in (math.atan2(y, x) for x, y in edges):
        turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        sizes.append(np.prod(np.ptp(corners @ turn, axis=0)))
    return min(sizes)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_around_any_four_points(dtype):
    corners = np.random.default_rng(12).uniform(0, 50, (60, 4, 2)).astype(dtype)
    found = corners_to_rotated(corners, **DEGREES)
    assert found.dtype == np.float64
    smallest = [_smallest_by_trying(each) for each in corners.astype(float)]
    assert found[:, 2] * found[:, 3] == pytest.approx(np.array(smallest), rel=1e-9)
    back = rotated_to_corners(found, **DEGREES)
    for box, points in zip(back, corners, strict=True):  # every point lies within, but for rounding
        edges = np.roll(box, -1, axis=0) - box
        away = points[:, None].astype(float) - box
        assert (edges[:, 0] * away[..., 1] - edges[:, 1] * away[..., 0] >= -1e-7).all()
    for given in (
        corners.reshape(-1, 8),
        np.asfortranarray(corners),
        corners.reshape(6, 10, 4, 2),
        corners.tolist(),
    ):
        assert np.array_equal(corners_to_rotated(given, **DEGREES).reshape(-1, 5), found)
