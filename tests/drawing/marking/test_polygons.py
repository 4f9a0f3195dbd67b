"""Polygons on a picture."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.drawing import THEMES, Theme, draw_polygons
from truebox.errors import ArgumentError, InputError

TRIANGLE = [20, 20, 180, 30, 90, 140]
CANVAS = THEMES["classic"].canvas


def test_filled_lightly_with_a_full_line():
    picture = draw_polygons((200, 160), [TRIANGLE])
    inside = picture.getpixel((95, 60))
    assert inside != CANVAS
    assert inside[1] > max(inside[0], inside[2])
    pixels = np.asarray(picture)
    assert (pixels == THEMES["classic"].truth).all(axis=-1).sum() > 100


@pytest.mark.parametrize(
    "polygon", [TRIANGLE, np.reshape(TRIANGLE, (3, 2)), [(20, 20), (180, 30), (90, 140)]]
)
def test_ways_to_write_a_polygon(polygon):
    assert draw_polygons((200, 160), [polygon]).tobytes() == draw_polygons((200, 160), [TRIANGLE]).tobytes()


def test_what_two_share_is_shaded():
    both = draw_polygons((200, 160), [TRIANGLE], [TRIANGLE])
    plain = draw_polygons((200, 160), [TRIANGLE], [TRIANGLE], shade=False)
    assert both.getpixel((95, 60)) != plain.getpixel((95, 60))


def test_without_a_picture_the_canvas_holds_all():
    assert draw_polygons(None, [TRIANGLE]).size == (198, 154)


@pytest.mark.parametrize(
    ("polygon", "error", "message"),
    [
        ([1, 2, 3, 4], InputError, r"E-167 truth\[0\]: 4 numbers are no polygon"),
        ([1, 2, 3, 4, 5, 6, 7], InputError, r"E-167 truth\[0\]"),
        ([1, 2, 3, 4, 5, np.nan], InputError, r"E-166 truth\[0\]"),
        (["a", "b"], ArgumentError, r"truth\[0\]: expected numbers"),
    ],
)
def test_refused(polygon, error, message):
    with pytest.raises(error, match=message):
        draw_polygons((200, 160), [polygon])


@pytest.mark.parametrize("second", [[1, 2, 3, 4], "abc"])
def test_the_first_polygon_that_is_none_is_named(second):
    with pytest.raises(InputError, match=r"E-166 predictions\[1\]"):
        draw_polygons((50, 50), (), [[1, 2, 3, 4, 5, 1], [1, 2, np.inf, 4, 5, 6], second])


@pytest.mark.parametrize("fill", [0.0, 0.28])
@pytest.mark.parametrize("image", [(200, 160), None])
def test_plain_arrays_are_drawn_as_lists_are(image, fill):
    chance = np.random.default_rng(8)
    outlines, theme = chance.uniform(-20, 180, (6, 5, 2)), Theme(fill=fill)
    labels = {"prediction_labels": ["a"] * 6, "scores": [0.5] * 6, "theme": theme}
    listed = draw_polygons(image, (), outlines.tolist(), **labels)
    for plain in (outlines, list(outlines), outlines.reshape(6, 10), tuple(outlines.reshape(6, 1, 10))):
        drawn = draw_polygons(image, [], plain, **labels)
        assert np.array_equal(np.asarray(drawn), np.asarray(listed))


@pytest.mark.parametrize(
    ("polygon", "message"),
    [(np.array([1.0, 2, 3, 4, 5, np.nan]), "E-166"), (np.zeros(5), "E-167"), (np.zeros((2, 2)), "E-167")],
)
def test_an_array_that_is_no_polygon_is_named(polygon, message):
    with pytest.raises(InputError, match=message + r" predictions\[1\]"):
        draw_polygons((50, 50), (), [np.array([1.0, 2, 30, 4, 5, 20]), polygon])


def test_an_outline_that_crosses_itself_is_drawn_without_iou():
    bow = [20, 20, 180, 140, 180, 20, 20, 140]
    with pytest.raises(InputError, match="E-193"):
        draw_polygons((200, 160), [bow], [TRIANGLE])
    assert draw_polygons((200, 160), [bow], [TRIANGLE], show_iou=False, shade=False).size == (200, 160)
