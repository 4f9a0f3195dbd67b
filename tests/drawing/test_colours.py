"""Colours."""

from __future__ import annotations

from itertools import pairwise

import pytest

from truebox.drawing.colours import as_colour, identity_colour, ink_on, luminance
from truebox.errors import ArgumentError


@pytest.mark.parametrize("value", ["#2a9d8f", "2A9D8F", (42, 157, 143), [42, 157, 143]])
def test_ways_to_write_a_colour(value):
    assert as_colour(value) == (42, 157, 143)


def test_names_are_those_of_css():
    # CSS Color Module Level 4, section 6.1.
    assert as_colour("RebeccaPurple") == (102, 51, 153)
    assert as_colour("green") == (0, 128, 0)
    with pytest.raises(ArgumentError, match="Did you mean 'orange'"):
        as_colour("ornge")


@pytest.mark.parametrize("value", ["gren", "#12345", (1, 2), (1, 2, 300), (-1, 2, 3), (0.5, 0.5, 0.5), None])
def test_anything_else_is_refused(value):
    with pytest.raises(ArgumentError, match=r"theme colour is .*; expected '#rrggbb'"):
        as_colour(value, "theme colour")


@pytest.mark.parametrize(
    ("colour", "expected"), [((255, 0, 0), 0.2126), ((0, 255, 0), 0.7152), ((0, 0, 255), 0.0722)]
)
def test_luminance_of_the_primaries(colour, expected):
    # WCAG 2.1, definition of relative luminance.
    assert luminance(colour) == pytest.approx(expected)


@pytest.mark.parametrize("number", range(24))
def test_ink_reads_on_every_identity_colour(number):
    colour = identity_colour(number)
    light, dark = sorted((luminance(colour), luminance(ink_on(colour))), reverse=True)
    # 4.5 is WCAG 2.1's least contrast for text (1.4.3, level AA).
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_neighbouring_ids_look_different():
    colours = [identity_colour(number) for number in range(50)]
    assert len(set(colours)) == 50
    steps = [sum(abs(a - b) for a, b in zip(*pair, strict=True)) for pair in pairwise(colours)]
    assert min(steps) > 100
