"""Shapes of CVAT and the boxes around them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truebox.datasets.columns.rotated_corners import extent
from truebox.datasets.formats.cvat.shapes import CvatShape, flags_of, read_shape
from truebox.datasets.texts.xml.attributes import XmlAttributes
from truebox.errors import InputError


@given(st.floats(1, 50), st.floats(1, 50), st.floats(0, 360))
def test_the_box_of_an_ellipse_holds_its_rim(wide, high, rotation):
    held = CvatShape("ellipse", [100, 100, wide, high], rotation).geometry()
    x, y, width, height = held["box"]
    left, top, across, down = extent(held["polygons"][0])
    assert left >= x - 1e-9
    assert top >= y - 1e-9
    # A polygon of 64 corners misses a curve by at most 1 - cos(pi / 64) of the radius.
    assert across == pytest.approx(width, rel=0.003)
    assert down == pytest.approx(height, rel=0.003)


def test_a_box_that_is_not_turned_keeps_every_bit():
    held = CvatShape("box", [0.1, 0.2, 0.4, 0.9], 0.0).geometry()
    assert held == {"box": (0.1, 0.2, 0.4 - 0.1, 0.9 - 0.2), "attributes": {}}


def test_an_ellipse_has_no_negative_radius():
    given = XmlAttributes({"cx": "1", "cy": "1", "rx": "-1", "ry": "1"}, "a.xml ellipse 0")
    with pytest.raises(InputError, match="E-451"):
        read_shape("ellipse", given)


@pytest.mark.parametrize(
    ("values", "flags"),
    [
        ({}, (False, False)),
        ({"is_crowd": True}, (True, False)),
        ({"difficult": True}, (False, True)),
        ({"ignore": "true"}, (False, False)),
    ],
)
def test_flags_are_true_or_not(values, flags):
    assert flags_of(values) == flags


@pytest.mark.parametrize("rotation", [0, 30, 90, 200])
def test_the_rim_of_an_ellipse_turns_clockwise_on_the_screen(rotation):
    """Every corner lies on the conic; the ends of the long axis are where a turn with y down brings them."""
    x, y, wide, high = 100.0, 50.0, 30.0, 10.0
    held = CvatShape("ellipse", [x, y, wide, high], rotation).geometry()
    rim = np.reshape(held["polygons"][0], (-1, 2)) - [x, y]
    turn = np.deg2rad(rotation)
    along, across = rim @ [np.cos(turn), np.sin(turn)], rim @ [-np.sin(turn), np.cos(turn)]
    np.testing.assert_allclose((along / wide) ** 2 + (across / high) ** 2, 1, rtol=1e-12)
    far = rim[np.hypot(*rim.T).argmax()]
    assert abs(abs(far @ [np.cos(turn), np.sin(turn)]) - wide) < 1e-9
