"""Lines and letters follow the size of the picture."""

from __future__ import annotations

import pytest

from truebox.drawing.painting.strokes import strokes_for
from truebox.errors import ArgumentError


@pytest.mark.parametrize("side", [1, 100, 640, 2000, 8000])
def test_nothing_vanishes_and_nothing_fills_the_picture(side):
    sizes = strokes_for((side, side))
    assert sizes.line >= 1
    assert sizes.casing >= 1
    assert sizes.text >= 9
    assert sizes.line <= max(1, side / 200)
    assert sizes.text <= max(9, side / 30)


def test_a_picture_twice_as_large_has_lines_twice_as_thick():
    small, large = strokes_for((1280, 960)), strokes_for((2560, 1920))
    assert large.line == 2 * small.line
    assert large.text == 2 * small.text


def test_dots_are_wider_than_their_limbs():
    for side in (100, 640, 4000):
        sizes = strokes_for((side, side))
        assert 2 * sizes.dot > sizes.line


def test_asked_for():
    sizes = strokes_for((640, 480), line_width=7, text_size=30)
    assert (sizes.line, sizes.text) == (7, 30)
    assert sizes.dash[0] > sizes.dash[1] > sizes.line


@pytest.mark.parametrize("name", ["line_width", "text_size"])
@pytest.mark.parametrize("value", [0, -3, 1.5])
def test_refused(name, value):
    with pytest.raises(ArgumentError, match=f"{name} is {value}; expected a whole number of pixels"):
        strokes_for((640, 480), **{name: value})
