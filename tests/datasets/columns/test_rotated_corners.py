"""Corners of turned boxes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truebox.datasets.columns.rotated_corners import (
    angle_of,
    angle_reading,
    corners_of_rotated,
    extent,
    rotated_corners,
)
from truebox.errors import InputError


def test_a_quarter_turn_about_the_centre_swaps_the_sides():
    # By hand: (0, 10, 40, 10) has its centre at (20, 15); clockwise, its top left goes to the top right.
    corners = rotated_corners((0, 10, 40, 10), 90, "centre")
    assert corners == pytest.approx([25, -5, 25, 35, 15, 35, 15, -5])
    assert extent(corners) == pytest.approx((15, -5, 10, 40))


def test_the_first_corner_stays_when_it_is_the_pivot():
    assert rotated_corners((3, 4, 10, 5), 33, "corner")[:2] == [3, 4]


@given(st.floats(-170, 170), st.sampled_from(["centre", "corner"]))
def test_the_angle_is_found_again(degrees, about):
    assert angle_of(rotated_corners((3, 4, 10, 5), degrees, about)) == pytest.approx(degrees, abs=1e-9)


# By hand, of a box of 4 x 2 about (10, 10): the corner that is top left at 0 degrees goes round first.
AROUND = [[8, 9], [12, 9], [12, 11], [8, 11]]
QUARTERS = {
    0: AROUND,
    90: [[11, 8], [11, 12], [9, 12], [9, 8]],
    180: [[12, 11], [8, 11], [8, 9], [12, 9]],
    270: [[9, 12], [9, 8], [11, 8], [11, 12]],
}


@pytest.mark.parametrize("turns", [-360, 0, 720])
@pytest.mark.parametrize("angle", QUARTERS)
def test_quarter_turns_are_exact(angle, turns):
    row = np.array([[10.0, 10, 4, 2, angle + turns], [10, 10, 4, 2, 0]])
    found = corners_of_rotated(row, "degrees")
    assert found.reshape(2, 4, 2).tolist() == [QUARTERS[angle], AROUND]
    other = corners_of_rotated(row * [1, 1, 1, 1, -1], "degrees-ccw")
    assert other.reshape(2, 4, 2).tolist() == [QUARTERS[angle], AROUND]


@pytest.mark.parametrize(("reading", "angle"), [("degrees", 30), ("radians", np.pi / 6)])
def test_any_angle_in_either_unit_and_direction(reading, angle):
    # Half of 4 along (cos, sin), half of 2 along (-sin, cos): from the centre, the first corner.
    cosine, sine = 3**0.5 / 2, 0.5
    first = [10 - 2 * cosine + sine, 10 - 2 * sine - cosine]
    assert corners_of_rotated(np.array([[10, 10, 4, 2, angle]]), reading)[0, :2] == pytest.approx(first)
    turned = [10 - 2 * cosine - sine, 10 + 2 * sine - cosine]
    found = corners_of_rotated(np.array([[10, 10, 4, 2, angle]]), f"{reading}-ccw")[0, :2]
    assert found == pytest.approx(turned)


def test_what_angles_say_about_their_unit():
    assert angle_reading(np.array([0.3]), "radians", "a") == ("radians", ())
    assert angle_reading(np.array([0.0, 0]), None, "a") == ("radians", ())
    reading, (finding,) = angle_reading(np.array([5.0, -75]), None, "a.json")
    assert (reading, finding.code, finding.count) == ("degrees-ccw", "W-197", 2)
    assert "angles reach 75" in finding.message
    with pytest.raises(
        InputError, match=r"E-196 a.json\[1\]: the angles of 3 boxes are at most 1.5"
    ) as error:
        angle_reading(np.array([0.5, -1.5, 1]), None, "a.json")
    assert error.value.row == 1
