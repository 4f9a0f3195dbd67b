"""Laws of the overlap of rotated boxes and polygons, on whatever numbers are found to break them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rotated_samples import corners_of

from truebox import formulas
from truebox.overlap import (
    elementwise_polygon_iou,
    elementwise_probiou,
    elementwise_rotated_iou,
    elementwise_rotated_iou_3d,
)

CLOCKWISE = {"unit": "degrees", "direction": "clockwise"}

places = st.one_of(st.integers(-20, 20).map(float), st.floats(-20, 20))
sizes = st.one_of(st.integers(0, 20).map(float), st.floats(1e-3, 20))
angles = st.one_of(st.integers(-24, 24).map(lambda k: 15.0 * k), st.floats(-720, 720))
boxes = st.tuples(places, places, sizes, sizes, angles).map(list)


def iou(a: list[float], b: list[float], **options: str) -> float:
    return float(elementwise_rotated_iou([a], [b], **(options or CLOCKWISE))[0])


@given(boxes, boxes)
def test_bounds_and_symmetry(a, b):
    assert 0 <= iou(a, b) <= 1
    assert iou(a, b) == iou(b, a)


@given(boxes)
def test_identity(a):
    assert iou(a, a) == (1 if a[2] * a[3] > 0 else 0)


@given(boxes, boxes, st.floats(-180, 180))
def test_turning_the_world_changes_nothing(a, b, turn):
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    turned = [[x * cos - y * sin, x * sin + y * cos, w, h, angle + turn] for x, y, w, h, angle in (a, b)]
    # Turning rounds the centres, and boxes as thin as that rounding lose each other.
    assert iou(*turned) == pytest.approx(iou(a, b), abs=1e-9)


@given(boxes, boxes)
def test_mirroring_the_world_is_the_other_direction(a, b):
    mirrored = [[x, -y, w, h, angle] for x, y, w, h, angle in (a, b)]
    assert iou(*mirrored, unit="degrees", direction="counterclockwise") == pytest.approx(iou(a, b), abs=1e-10)


@given(boxes, boxes, st.sampled_from([2.0**-40, 0.5, 2.0**40]))
def test_scaling_changes_nothing(a, b, factor):
    scaled = [[value * factor for value in box[:4]] + box[4:] for box in (a, b)]
    assert iou(*scaled) == iou(a, b)


@given(boxes, boxes)
def test_swapping_the_sides_is_a_quarter_turn(a, b):
    x, y, w, h, angle = b
    assert iou(a, [x, y, h, w, angle + 90]) == pytest.approx(iou(a, b), abs=1e-10)


@given(boxes, boxes)
def test_the_formula_the_quads_and_the_kernel_agree(a, b):
    rows = np.array([a]), np.array([b])
    expected = iou(a, b)
    quads = elementwise_polygon_iou(*(corners_of(row) for row in rows))[0]
    radians = [np.c_[row[:, :4], np.radians(row[:, 4] % 360)] for row in rows]
    assert quads == pytest.approx(expected, abs=1e-10)
    assert formulas.rotated_iou(np, *radians)[0] == pytest.approx(expected, abs=1e-10)


@given(boxes, boxes)
def test_a_box_inside_another_shares_its_area(a, b):
    inner = [*a[:2], a[2] / 2, a[3] / 4, a[4]]
    assert iou(a, inner) == pytest.approx(1 / 8 if a[2] * a[3] > 0 else 0, abs=1e-12)


@given(boxes, boxes, places, sizes)
def test_a_common_height_changes_nothing(a, b, z, height):
    upright = [[x, y, z, w, h, height, angle] for x, y, w, h, angle in (a, b)]
    found = elementwise_rotated_iou_3d(
        upright[:1], upright[1:], unit="degrees", direction="counterclockwise"
    )[0]
    assert found == pytest.approx(iou(a, b) if height else 0, abs=1e-13)


@given(boxes, boxes)
def test_probiou_is_bounded_and_symmetric(a, b):
    there, back = (elementwise_probiou([p], [q], **CLOCKWISE)[0] for p, q in ((a, b), (b, a)))
    assert 0 <= there <= 1
    assert there == pytest.approx(back, abs=1e-9)


points = st.tuples(st.integers(0, 6), st.integers(0, 6))


@settings(max_examples=200)
@given(st.lists(points, min_size=3, max_size=3), st.lists(points, min_size=3, max_size=3), st.integers(-3, 3))
def test_polygons_shift_and_shear(a, b, shear):
    # Whole numbers: shears and shifts are exact, and keep areas.
    left, right = np.array([a], float), np.array([b], float)
    expected = elementwise_polygon_iou(left, right)[0]
    change = np.array([[1, shear], [0, 1]])
    assert elementwise_polygon_iou(left @ change + 5, right @ change + 5)[0] == pytest.approx(
        expected, abs=1e-13
    )
    assert elementwise_polygon_iou(right, left)[0] == pytest.approx(expected, abs=1e-15)
    assert elementwise_polygon_iou(left[..., ::-1], right[..., ::-1])[0] == pytest.approx(expected, abs=1e-13)
    assert 0 <= expected <= 1
