"""Keypoints on a picture."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.drawing import THEMES, draw_keypoints
from truebox.errors import ArgumentError, InputError

GREEN, CANVAS = THEMES["classic"].truth, THEMES["classic"].canvas
POINTS = [(20, 40, 2), (100, 40, 1), (60, 90, 0)]
LIMBS = [(0, 1), (1, 2)]


def _drawn(points=POINTS, **more):
    return draw_keypoints((160, 120), [points], skeleton=LIMBS, truth_labels=[""], line_width=4, **more)


def test_visible_points_are_dots_hidden_ones_rings_and_unlabelled_ones_nothing():
    picture = _drawn()
    assert picture.getpixel((20, 40)) == GREEN
    assert picture.getpixel((100, 40)) == (255, 255, 255)
    assert picture.getpixel((60, 90)) == CANVAS


def test_limbs_join_points_that_are_both_there():
    picture = _drawn()
    assert picture.getpixel((60, 40)) == GREEN
    assert picture.getpixel((80, 65)) == CANVAS


def test_predictions_have_no_rings():
    picture = draw_keypoints((160, 120), (), [POINTS], skeleton=LIMBS, line_width=4)
    assert picture.getpixel((100, 40)) == THEMES["classic"].prediction


def test_without_visibility_all_points_are_drawn():
    picture = _drawn([point[:2] for point in POINTS])
    assert picture.getpixel((60, 90)) == GREEN


def test_an_object_without_points_is_no_error():
    assert _drawn([(0, 0, 0)] * 3).getcolors() == [(160 * 120, CANVAS)]
    assert draw_keypoints((160, 120)).getcolors() == [(160 * 120, CANVAS)]


@pytest.mark.parametrize(
    ("points", "error", "message"),
    [
        ([[1, 2, 3]], InputError, r"E-170 truth: the shape is \[1, 3\]"),
        ([[[1, 2, 3, 4]]], InputError, "E-170 truth"),
        ([[[1, 2, 2]], [[np.nan, 1, 2]]], InputError, r"E-170 truth\[1\]: a number is not finite"),
        ([[[1, 2, 3]], [[1, 2, 3], [4, 5, 6]]], ArgumentError, "the same number for all objects"),
    ],
)
def test_refused(points, error, message):
    with pytest.raises(error, match=message):
        draw_keypoints((160, 120), points)
