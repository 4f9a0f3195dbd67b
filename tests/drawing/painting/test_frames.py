"""Frames of upright boxes: the right pixels, at every size and place."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from truebox.drawing.colours import ink_on
from truebox.drawing.painting.canvas import Border, Canvas, flat_outlines
from truebox.drawing.painting.frames import draw_alike, draw_strokes, frame_of
from truebox.drawing.painting.marks import Mark
from truebox.drawing.painting.strokes import Strokes

RED, WHITE = (255, 0, 0), (255, 255, 255)
_NUMBER = st.floats(-1e300, 1e300) | st.floats(-20, 120)


def _drawn(box, line=2, *, dashed=False, size=(100, 80)):
    canvas = Canvas.blank(size, WHITE)
    mark = Mark(colour=RED, anchor=np.array(box, float), framed=True, dashed=dashed)
    draw_strokes(canvas, [mark], Strokes(line, 1, 10, 2), 0.5)
    return (canvas.pixels == RED).all(axis=-1)


@pytest.mark.parametrize("line", [1, 2, 3, 5])
def test_the_line_lies_on_the_edge_of_the_box(line):
    red = _drawn((20, 10, 60, 50), line)
    for row in (10, 50):
        band = red[:, 40][row - line : row + line]
        assert band.sum() == line
        assert abs(np.flatnonzero(band).mean() + 0.5 - line) <= 0.5
    assert red[30].sum() == 2 * line
    assert not red[20:40, 30:50].any()


@pytest.mark.parametrize("box", [(-50, -50, 500, 500), (0, 0, 100, 80), (-1e18, -1e18, 1e18, 1e18)])
def test_a_box_beyond_the_picture_is_drawn_along_its_edge(box):
    red = _drawn(box)
    assert red[:2].all()
    assert red[-2:].all()
    assert red[:, :2].all()
    assert red[:, -2:].all()


def test_a_box_without_size_is_still_seen():
    assert _drawn((30, 30, 30, 30)).sum() >= 4


@settings(max_examples=80, deadline=None)
@given(st.tuples(_NUMBER, _NUMBER, _NUMBER, _NUMBER), st.integers(1, 9))
def test_frames_never_leave_the_picture(numbers, width):
    a, b, c, d = numbers
    box = np.array([min(a, c), min(b, d), max(a, c), max(b, d)])
    x0, y0, x1, y1 = frame_of(box, width, (40, 30))
    assert 0 <= x0 <= x1 < 40
    assert 0 <= y0 <= y1 < 30


def test_dashes_leave_gaps_and_have_the_width_of_the_line():
    red = _drawn((20, 10, 80, 70), 3, dashed=True)
    top = red[9:12, 20:80]
    assert (top.all(axis=0) | ~top.any(axis=0)).all()
    assert 0.4 < top[0].mean() < 0.9


@pytest.mark.parametrize(("colour", "beside"), [(RED, 63), ((0, 0, 120), 191)])
def test_light_lines_have_a_dark_casing_and_dark_lines_a_light_one(colour, beside):
    canvas = Canvas.blank((100, 80), (127, 127, 127))
    mark = Mark(colour=colour, anchor=np.array([20.0, 10.0, 60.0, 50.0]), framed=True)
    draw_strokes(canvas, [mark], Strokes(2, 1, 10, 2), 0.5)
    assert canvas.pixels[30, 18].tolist() == pytest.approx([beside] * 3, abs=1)


@settings(max_examples=150, deadline=None)
@given(
    st.tuples(st.floats(-20, 90), st.floats(-20, 70), st.floats(0, 90), st.floats(0, 70)),
    st.integers(1, 6),
    st.integers(1, 3),
    st.integers(0, 2**31),
)
def test_frames_are_those_of_pillow(box, line, casing, seed):
    chance = np.random.default_rng(seed)
    below = chance.integers(0, 256, (60, 80, 3), np.uint8)
    colour = tuple(chance.integers(0, 256, 3).tolist())
    anchor = np.array([box[0], box[1], box[0] + box[2], box[1] + box[3]])
    x0, y0, x1, y1 = frame_of(anchor, line, (80, 60))
    wide = line + 2 * casing
    outer = (x0 - casing, y0 - casing, x1 + casing, y1 + casing)
    if min(outer[2] - outer[0], outer[3] - outer[1]) + 1 < 2 * wide:
        return  # Pillow paints some pixels of flat frames twice
    canvas = Canvas.of_array(below)
    draw_strokes(
        canvas, [Mark(colour=colour, anchor=anchor, framed=True)], Strokes(line, casing, 10, 2), 0.45
    )
    expected = Image.fromarray(below)
    pencil = ImageDraw.Draw(expected, "RGBA")
    pencil.rectangle(outer, outline=(*ink_on(colour), round(255 * 0.45)), width=wide)
    pencil.rectangle((x0, y0, x1, y1), outline=colour, width=line)
    assert np.array_equal(canvas.pixels, np.asarray(expected))


@pytest.mark.parametrize("box", [(20, 20, 23, 60), (20, 20, 60, 23), (20, 20, 20, 20), (20, 20, 24, 24)])
@pytest.mark.parametrize("dashed", [False, True])
def test_every_pixel_around_a_flat_box_is_mixed_once(box, dashed):
    canvas = Canvas.blank((100, 80), WHITE)
    mark = Mark(colour=RED, anchor=np.array(box, float), framed=True, dashed=dashed)
    draw_strokes(canvas, [mark], Strokes(3, 1, 10, 2), 0.5)
    # White, the line, and black on white at a half, which 128 of 255 are.
    assert {tuple(pixel) for pixel in canvas.pixels.reshape(-1, 3).tolist()} == {WHITE, RED, (127, 127, 127)}


def test_marks_at_once_are_drawn_as_one_by_one():
    chance = np.random.default_rng(4)
    sizes, marks = Strokes(3, 1, 10, 2), []
    for number in range(24):
        colour = tuple(chance.integers(0, 256, 3).tolist())
        corners = np.sort(chance.uniform(-10, 90, (2, 2)), axis=0)
        mark = Mark(colour=colour, anchor=corners.ravel(), framed=number % 3 == 0, dashed=number % 2 == 0)
        if number % 3 == 1:
            mark.trail = chance.uniform(0, 80, (number, 2))
        if number % 3 == 2:
            mark.outlines = (chance.uniform(0, 80, (5, 2)),)
        marks.append(mark)
    together, singly = Canvas.blank((80, 60), WHITE), Canvas.blank((80, 60), WHITE)
    draw_strokes(together, marks, sizes, 0.45)
    for mark in marks:
        if mark.outlines:
            border = Border(sizes.casing, ink_on(mark.colour), 0.45)
            singly.line(mark.outlines, sizes.line, mark.colour, closed=True, border=border)
        else:
            draw_strokes(singly, [mark], sizes, 0.45)
    assert np.array_equal(together.pixels, singly.pixels)
    draw_strokes(together, [], sizes, 0.45)
    assert np.array_equal(together.pixels, singly.pixels)


@pytest.mark.parametrize("outlined", [False, True])
@pytest.mark.parametrize("size", [(70, 50), (1900, 1100)])
def test_marks_alike_on_a_picture_are_drawn_as_marks_on_a_copy_of_it(outlined, size):
    chance = np.random.default_rng(5)
    picture = chance.integers(0, 256, (size[1], size[0], 3), np.uint8)
    sizes, low = Strokes(3, 1, 10, 2), chance.uniform(-10, size[1], (20, 2))
    boxes = np.concatenate((low, low + chance.uniform(0, size[1] / 2, (20, 2))), axis=1)
    outlines = [box[[0, 1, 2, 1, 2, 3]].reshape(3, 2) for box in boxes] if outlined else []
    marks = [Mark(colour=RED, anchor=box, framed=not outlined) for box in boxes]
    for mark, outline in zip(marks, outlines, strict=False):
        mark.outlines = (outline,)
    alike, copied = Canvas.of_array(picture), Canvas.blank(size, WHITE)
    copied.pixels[:] = picture
    ways = flat_outlines(outlines) if outlined else None
    draw_alike(alike, boxes, ways, colour=RED, sizes=sizes, casing=0.45)
    draw_strokes(copied, marks, sizes, 0.45)
    assert np.array_equal(alike.pixels, copied.pixels)
    draw_alike(alike, boxes[:0], None, colour=RED, sizes=sizes, casing=0.45)
    assert np.array_equal(alike.pixels, copied.pixels)
