"""Tracks on a picture."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.drawing import THEMES, draw_tracks
from truebox.drawing.colours import identity_colour
from truebox.errors import ArgumentError, InputError

CANVAS = THEMES["classic"].canvas
WAY = np.array([[10.0 + 10 * t, 40.0, 30.0 + 10 * t, 80.0] for t in range(12)])
NOWHERE = [np.nan] * 4


def _count(picture, colour):
    return int((np.asarray(picture) == colour).all(axis=-1).sum())


def test_the_last_box_and_the_way_to_it_have_the_colour_of_the_id():
    picture = draw_tracks((200, 120), {7: WAY}, labels={7: ""}, line_width=4)
    assert picture.getpixel((120, 50)) == identity_colour(7)
    assert picture.getpixel((110, 60)) == identity_colour(7)
    assert picture.getpixel((20, 41)) == CANVAS


def test_a_track_has_the_same_colour_in_every_picture():
    for tracks in ({3: WAY}, {1: WAY, 3: WAY + 20}):
        assert _count(draw_tracks((240, 140), tracks), identity_colour(3)) > 100


def test_gaps_interrupt_the_way():
    gap = WAY.copy()
    gap[4:8] = np.nan
    # The way along y = 60; between the middles at 50 and 100 nothing is drawn.
    assert draw_tracks((200, 120), {7: gap}).getpixel((75, 60)) == CANVAS


def test_a_track_that_is_not_seen_now_has_no_box():
    lost = np.vstack((WAY, NOWHERE))
    assert draw_tracks((200, 120), {7: lost}).getpixel((120, 50)) == CANVAS


def test_ids_may_be_texts_and_formats_others():
    xywh = np.hstack((WAY[:, :2], WAY[:, 2:] - WAY[:, :2]))
    found = draw_tracks(None, {"car-1": xywh}, box_format="xywh")
    assert found.size == draw_tracks(None, {"car-1": WAY}).size == (154, 88)


def test_no_tracks():
    assert draw_tracks((50, 40), {}).getcolors() == [(2000, CANVAS)]


def test_refused():
    with pytest.raises(InputError, match=r"E-190 tracks\[7\]\[1\]"):
        draw_tracks((50, 40), {7: [[1, 1, 2, 2], [1, np.nan, 2, 2]]})
    with pytest.raises(ArgumentError, match="tracks need pixels"):
        draw_tracks((50, 40), {7: WAY}, box_format="rel_xyxy")
