"""Corners of turned boxes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truebox.datasets.columns.rotated_corners import angle_of, extent, rotated_corners


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
