"""The order in which things are painted."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.drawing.marking.painting import paint, paint_alike
from truebox.drawing.painting.canvas import Canvas, flat_outlines
from truebox.drawing.painting.marks import Mark
from truebox.drawing.painting.strokes import Strokes
from truebox.drawing.theme import Theme
from truebox.masks import encode_masks

BLUE, CANVAS = (0, 0, 255), (200, 200, 200)
THEME = Theme(canvas=CANVAS, shared=(255, 255, 0), fill=0.5, shade=0.5)


def _painted(*marks, pairs=(), line=2, size=(100, 80)):
    canvas = Canvas.blank(size, CANVAS)
    paint(canvas, marks, pairs, THEME, Strokes(line, 1, 10, 2))
    return canvas.picture()


def _box(*numbers, **more):
    return Mark(colour=BLUE, anchor=np.array(numbers, float), **more)


def test_what_a_pair_shares_is_shaded():
    picture = _painted(_box(10, 10, 50, 50, framed=True), _box(30, 30, 70, 70, framed=True), pairs=[(0, 1)])
    assert picture.getpixel((40, 40)) == pytest.approx((228, 228, 100), abs=1)
    assert picture.getpixel((20, 20)) == CANVAS


def test_pairs_that_share_nothing_are_not_shaded():
    picture = _painted(_box(10, 10, 20, 20), _box(30, 30, 70, 70), pairs=[(0, 1)])
    assert (np.asarray(picture) == CANVAS).all()


def test_an_outline_is_filled_lightly_and_its_line_is_full():
    square = np.array([[20.0, 20.0], [60.0, 20.0], [60.0, 60.0], [20.0, 60.0]])
    picture = _painted(_box(20, 20, 60, 60, outlines=(square,)))
    assert picture.getpixel((40, 40)) == pytest.approx((100, 100, 227), abs=1)
    assert picture.getpixel((40, 20)) == BLUE


def test_a_dashed_outline_has_gaps():
    square = np.array([[20.0, 20.0], [80.0, 20.0], [80.0, 70.0], [20.0, 70.0]])
    top = [
        _painted(_box(20, 20, 80, 70, outlines=(square,), dashed=True)).getpixel((x, 20))
        for x in range(25, 75)
    ]
    assert BLUE in top
    assert any(red > 100 for red, _, _ in top)


def test_a_mask_is_filled_and_edged():
    mask = np.zeros((80, 100), bool)
    mask[20:60, 20:60] = True
    picture = _painted(_box(20, 20, 60, 60, mask=encode_masks(mask[None])))
    assert picture.getpixel((40, 40)) == pytest.approx((100, 100, 227), abs=1)
    assert picture.getpixel((20, 40)) == BLUE
    assert picture.getpixel((19, 40)) == CANVAS


def test_a_trail_is_thicker_at_its_end():
    trail = np.stack((np.linspace(5, 95, 30), np.full(30, 40.0)), axis=1)
    picture = np.asarray(_painted(_box(0, 0, 0, 0, trail=trail), line=9))
    blue = (picture[..., 2] > 240) & (picture[..., 0] < 90)
    assert 1 <= blue[:, 15].sum() < blue[:, 50].sum() < blue[:, 90].sum()


def test_dots_and_rings():
    mark = _box(0, 0, 0, 0, dots=np.array([[20.0, 40.0], [60.0, 40.0]]), hollow=np.array([False, True]))
    picture = _painted(mark, line=5)
    assert picture.getpixel((20, 40)) == BLUE
    assert picture.getpixel((60, 40)) == (255, 255, 255)


def test_limbs_join_their_points():
    picture = _painted(_box(0, 0, 0, 0, limbs=np.array([[[20.0, 40.0], [60.0, 40.0]]])), line=3)
    assert picture.getpixel((40, 40)) == BLUE
    assert picture.getpixel((70, 40)) == CANVAS


def test_far_outlines_cost_nothing():
    far = np.array([[-1e12, 20.0], [1e12, 20.0], [1e12, 60.0], [-1e12, 60.0]])
    assert _painted(_box(0, 20, 99, 60, outlines=(far,), dashed=True)).getpixel((50, 40)) != CANVAS


@pytest.mark.parametrize("outlined", [False, True])
@pytest.mark.parametrize("captions", [[], [("cat",), (), ("dog 0.50",), ("far",)]])
def test_what_is_alike_is_painted_as_marks_are(outlined, captions):
    boxes = np.array([[10.0, 30, 50, 60], [20, 5, 90, 70], [55, 40, 80, 75], [150, 10, 170, 20]])
    outlines = [box[[0, 1, 2, 1, 2, 3]].reshape(3, 2) for box in boxes] if outlined else []
    sizes, alike, marked = (
        Strokes(2, 1, 10, 2),
        Canvas.blank((100, 80), CANVAS),
        Canvas.blank((100, 80), CANVAS),
    )
    ways = flat_outlines(outlines) if outlined else None
    paint_alike(alike, boxes, ways, captions, colour=BLUE, theme=THEME, sizes=sizes)
    marks = [Mark(colour=BLUE, anchor=box, framed=not outlined) for box in boxes]
    for mark, outline in zip(marks, outlines, strict=False):
        mark.outlines = (outline,)
    for mark, caption in zip(marks, captions, strict=False):
        mark.caption = caption
    paint(marked, marks, (), THEME, sizes)
    assert np.array_equal(alike.pixels, marked.pixels)
