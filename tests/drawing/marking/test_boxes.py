"""Boxes on a picture: the colours where they belong, in every format, the same every time."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from truebox import Box, convert_boxes
from truebox.drawing import THEMES, draw_boxes
from truebox.errors import ArgumentError, InputError

GREEN, RED = THEMES["classic"].truth, THEMES["classic"].prediction
TRUTH, PREDICTION = (50.0, 50.0, 150.0, 150.0), (100.0, 100.0, 200.0, 200.0)


def _pixels(picture):
    return np.asarray(picture)


def test_truth_is_green_and_prediction_red():
    picture = draw_boxes((320, 240), TRUTH, PREDICTION)
    assert picture.getpixel((50, 100)) == GREEN
    assert picture.getpixel((200, 150)) == RED


def test_the_intersection_is_shaded_and_the_rest_is_not():
    picture = draw_boxes((320, 240), TRUTH, PREDICTION)
    canvas = THEMES["classic"].canvas
    red, green, blue = picture.getpixel((125, 125))
    assert blue < canvas[2] - 40
    assert abs(red - canvas[0]) < 20
    assert abs(green - canvas[1]) < 20
    assert picture.getpixel((75, 75)) == canvas
    assert draw_boxes((320, 240), TRUTH, PREDICTION, shade=False).getpixel((125, 125)) == canvas


@pytest.mark.parametrize("theme", list(THEMES))
def test_every_theme_has_its_colours(theme):
    look = THEMES[theme]
    picture = _pixels(draw_boxes((320, 240), TRUTH, PREDICTION, theme=theme))
    for colour in (look.truth, look.prediction):
        assert (picture == colour).all(axis=-1).sum() > 200
    assert picture[-1, -1].tolist() == list(look.canvas)


@pytest.mark.parametrize("box_format", ["xyxy", "xywh", "cxcywh", "yxyx", "rel_xyxy", "rel_cxcywh"])
def test_every_format_gives_the_same_picture(box_format):
    size = (320, 240) if box_format.startswith("rel_") else None
    truth, prediction = (
        convert_boxes([box], "xyxy", box_format, image_size=size) for box in (TRUTH, PREDICTION)
    )
    found = draw_boxes((320, 240), truth, prediction, box_format=box_format)
    assert np.array_equal(_pixels(found), _pixels(draw_boxes((320, 240), TRUTH, PREDICTION)))


@pytest.mark.parametrize("boxes", [Box(*TRUTH), [Box(*TRUTH)], list(TRUTH), np.array([TRUTH]), [TRUTH]])
def test_every_way_to_hold_a_box(boxes):
    assert np.array_equal(_pixels(draw_boxes((320, 240), boxes)), _pixels(draw_boxes((320, 240), TRUTH)))


def test_inclusive_corners_are_drawn_with_their_pixel():
    # The first pair of A. Rosebrock's tutorial (pyimagesearch.com, 2016).
    inclusive = draw_boxes((320, 240), (39, 63, 203, 112), pixels="inclusive")
    assert np.array_equal(_pixels(inclusive), _pixels(draw_boxes((320, 240), (39, 63, 204, 113))))


def test_the_same_bytes_twice():
    again = [draw_boxes((320, 240), TRUTH, PREDICTION, scores=[0.5]).tobytes() for _ in range(2)]
    assert again[0] == again[1]


def test_nothing_that_is_given_changes():
    picture = Image.new("RGB", (320, 240), (9, 9, 9))
    truth, labels, scores = np.array([TRUTH]), ["cat"], [0.5]
    draw_boxes(picture, truth, truth, truth_labels=labels, prediction_labels=labels, scores=scores)
    assert picture.getcolors() == [(320 * 240, (9, 9, 9))]
    assert truth.tolist() == [list(TRUTH)]
    assert (labels, scores) == (["cat"], [0.5])


@pytest.mark.parametrize("side", [1, 16, 100, 3000])
def test_every_size_of_picture(side):
    box = [0.25 * side, 0.25 * side, 0.75 * side, 0.75 * side]
    picture = draw_boxes((side, side), box, box, scores=[0.5])
    assert picture.size == (side, side)


def test_boxes_outside_of_the_picture_leave_no_trace():
    outside = [[400, 10, 450, 60], [-90, -90, -10, -10], [10, 300, 60, 350]]
    picture = draw_boxes((320, 240), outside, truth_labels=["cat"] * 3)
    assert picture.getcolors() == [(320 * 240, THEMES["classic"].canvas)]


def test_without_a_picture_the_canvas_holds_all_boxes():
    assert draw_boxes(None, TRUTH, PREDICTION).size == (220, 220)


def test_attacking_class_names_are_drawn_as_text():
    names = ["<img src=x onerror=alert(1)>", "$x^2$ \\frac", "a\n\x1b[31mb\u202e", "%s {0}", "猫" * 500]
    boxes = [(10, 10 + 40 * row, 90, 40 + 40 * row) for row in range(len(names))]
    assert draw_boxes((640, 260), boxes, truth_labels=names).size == (640, 260)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (((9, 9), [1, 2, 3]), ArgumentError, "truth has shape"),
        (((9, 9), [5, 5, 1, 1]), InputError, "E-191 truth"),
        (((9, 9), (), [float("nan")] * 4), InputError, "E-190 predictions"),
        (((9, 9), np.zeros((2, 2, 4))), ArgumentError, "expected .4. or .N, 4."),
        ((None,), ArgumentError, "image=None needs something to draw"),
        (("no such file.png",), InputError, "E-560"),
    ],
)
def test_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        draw_boxes(*arguments)


def test_fractions_need_a_size():
    with pytest.raises(ArgumentError, match="image=None with box_format 'rel_xyxy'"):
        draw_boxes(None, (0.1, 0.1, 0.5, 0.5), box_format="rel_xyxy")


def test_a_small_picture_is_enlarged_with_its_boxes():
    small = Image.new("RGB", (20, 12), (1, 2, 3))
    small.putpixel((3, 3), (90, 90, 90))
    large = draw_boxes(small, (10, 2, 16, 8), line_width=2, truth_labels=[""], scale=20)
    assert large.size == (400, 240)
    assert large.getpixel((65, 65)) == large.getpixel((79, 79)) == (90, 90, 90)
    assert large.getpixel((200, 100)) == GREEN
    assert large.getpixel((320, 100)) == GREEN
    assert small.size == (20, 12)


@pytest.mark.parametrize("scale", [0, 1.5, 101, None])
def test_a_scale_that_is_none(scale):
    with pytest.raises(ArgumentError, match=r"scale is .*; expected a whole number from 1 to 100"):
        draw_boxes((20, 12), (1, 1, 5, 5), scale=scale)


def test_colours_by_name():
    from dataclasses import replace

    picture = draw_boxes((320, 240), TRUTH, theme=replace(THEMES["classic"], truth="steelblue"))
    assert picture.getpixel((50, 100)) == (70, 130, 180)  # CSS: #4682b4
