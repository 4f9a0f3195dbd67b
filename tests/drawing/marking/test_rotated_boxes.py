"""Rotated boxes on a picture."""

from __future__ import annotations

import math

import numpy as np
import pytest

from truebox.drawing import THEMES, draw_polygons, draw_rotated_boxes
from truebox.errors import InputError


def test_without_rotation_it_is_the_upright_polygon():
    rotated = draw_rotated_boxes((200, 160), [(100, 80, 60, 40, 0)], unit="degrees", direction="clockwise")
    upright = draw_polygons((200, 160), [[70, 60, 130, 60, 130, 100, 70, 100]])
    assert rotated.tobytes() == upright.tobytes()


def test_clockwise_is_as_people_see_it():
    # A long bar, turned clockwise by 45 degrees: from the upper left to the lower right.
    picture = draw_rotated_boxes((200, 200), [(100, 100, 160, 10, 45)], unit="degrees", direction="clockwise")
    canvas = THEMES["classic"].canvas
    assert picture.getpixel((140, 140)) != canvas
    assert picture.getpixel((140, 60)) == canvas


def test_units_and_directions_agree():
    a = draw_rotated_boxes((200, 160), [(100, 80, 60, 40, 30)], unit="degrees", direction="clockwise")
    b = draw_rotated_boxes(
        (200, 160), [(100, 80, 60, 40, -math.pi / 6)], unit="radians", direction="counterclockwise"
    )
    assert np.abs(np.asarray(a).astype(int) - np.asarray(b)).max() <= 8


def test_refused():
    with pytest.raises(InputError, match="E-190 predictions"):
        draw_rotated_boxes((9, 9), (), [(1, 1, 2, 2, np.inf)], unit="degrees", direction="clockwise")
