"""Themes are values."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from truebox.drawing.colours import ink_on, luminance
from truebox.drawing.theme import THEMES, Theme, as_theme
from truebox.errors import ArgumentError


def test_by_name_or_as_it_is():
    mine = Theme(truth=(1, 2, 3))
    assert as_theme(mine) is mine
    assert as_theme("safe") is THEMES["safe"]


def test_an_unknown_name_is_refused():
    with pytest.raises(ArgumentError, match="theme is 'neon'; expected a Theme or one of classic, safe"):
        as_theme("neon")


def test_frozen():
    with pytest.raises(FrozenInstanceError):
        Theme().truth = (0, 0, 0)


def test_the_default_is_green_and_red():
    red, green, blue = THEMES["classic"].truth
    assert green > 2 * max(red, blue)
    red, green, blue = THEMES["classic"].prediction
    assert red > 2 * max(green, blue)


@pytest.mark.parametrize("name", ["safe", "grey"])
def test_themes_for_every_colour_vision_differ_in_lightness_and_in_dashes(name):
    theme = THEMES[name]
    assert theme.dashed
    assert abs(luminance(theme.truth) - luminance(theme.prediction)) > 0.2


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_labels_are_readable(theme):
    for colour in (theme.truth, theme.prediction):
        light, dark = sorted((luminance(colour), luminance(ink_on(colour))), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("fill", 2),
        ("fill", float("nan")),
        ("shade", "x"),
        ("dashed", "yes"),
        ("fonts", "a.ttf"),
        ("fonts", (1,)),
    ],
)
def test_a_field_of_another_kind_is_refused(field, value):
    with pytest.raises(ArgumentError, match=f"^{field} is .*; expected"):
        Theme(**{field: value})
