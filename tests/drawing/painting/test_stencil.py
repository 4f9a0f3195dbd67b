"""Coverage of pixels."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from truebox.drawing.painting.stencil import (
    dashed,
    disc,
    filled,
    mask_stencil,
    shared,
    stamp,
    stroke,
    strokes,
)

SQUARE = np.array([[2.0, 3.0], [12.0, 3.0], [12.0, 9.0], [2.0, 9.0]])


def _on(stencil, size=(20, 16)):
    picture = Image.new("L", size)
    if stencil is not None:
        picture.paste(stencil.cover, (stencil.left, stencil.top))
    return np.asarray(picture) / 255


def test_a_square_on_whole_pixels_covers_exactly_those():
    expected = np.zeros((16, 20))
    expected[3:9, 2:12] = 1
    assert np.abs(_on(filled([SQUARE], (20, 16))) - expected).max() < 0.3
    assert (_on(filled([SQUARE], (20, 16)))[4:8, 3:11] == 1).all()


def test_the_covered_area_is_that_of_the_polygon():
    triangle = np.array([[1.0, 1.0], [18.0, 3.0], [6.0, 14.0]])
    assert _on(filled([triangle], (20, 16))).sum() == pytest.approx(
        105.5, rel=0.06
    )  # by the shoelace formula


def test_half_a_pixel_is_half_covered():
    found = _on(filled([SQUARE + np.array([0.5, 0.0])], (20, 16)))
    assert 0.3 < found[5, 2] < 0.8


def test_outside_the_picture_there_is_nothing():
    assert filled([SQUARE + 100], (20, 16)) is None
    assert stroke(SQUARE + 100, 2, (20, 16)) is None
    assert filled([], (20, 16)) is None


def test_far_points_cost_nothing():
    far = np.array([[-1e15, -1e15], [1e15, -1e15], [1e15, 1e15], [-1e15, 1e15]])
    assert (_on(filled([far], (20, 16))) == 1).all()
    line = stroke(np.array([[-1e15, 8.0], [1e15, 8.0]]), 2, (20, 16))
    assert _on(line)[8].min() > 0.5


def test_a_line_has_its_width():
    found = _on(stroke(np.array([[2.0, 8.0], [18.0, 8.0]]), 4, (20, 16)))
    assert found[:, 10].sum() == pytest.approx(4, abs=0.5)


def test_lines_at_once():
    both = _on(
        strokes([np.array([[2.0, 4.0], [18.0, 4.0]]), np.array([[2.0, 12.0], [18.0, 12.0]])], 2, (20, 16))
    )
    assert both[4, 10] > 0.5
    assert both[12, 10] > 0.5
    assert both[8, 10] == 0


def test_dashes_of_a_closed_line_are_of_one_length():
    pieces = dashed(SQUARE, (3, 2), closed=True)
    lengths = [np.hypot(*np.diff(piece, axis=0).T).sum() for piece in pieces]
    assert len(pieces) == 6  # 32 around, 5 a dash and its gap
    assert np.allclose(lengths, 3)


def test_a_short_line_is_one_dash():
    assert len(dashed(SQUARE[:2] / 10, (3, 2))) == 1


def test_a_disc_has_its_area():
    assert _on(disc(10, 8, 5, (20, 16))).sum() == pytest.approx(np.pi * 25, rel=0.05)


def test_masks():
    mask = np.zeros((16, 20), bool)
    mask[4:7, 5:9] = True
    stencil = mask_stencil(mask)
    assert (stencil.left, stencil.top, stencil.cover.size) == (5, 4, (4, 3))
    assert mask_stencil(np.zeros((3, 3), bool)) is None


def test_what_two_share():
    a = mask_stencil(np.ones((4, 4), bool), 0, 0)
    b = mask_stencil(np.ones((4, 4), bool), 2, 3)
    both = shared(a, b)
    assert (both.left, both.top, both.cover.size) == (2, 3, (2, 1))
    assert shared(a, mask_stencil(np.ones((4, 4), bool), 4, 0)) is None


def test_stamping_mixes_by_opacity():
    picture = Image.new("RGB", (4, 4), (0, 0, 0))
    stamp(picture, mask_stencil(np.ones((2, 2), bool)), (200, 100, 0), 0.5)
    assert picture.getpixel((0, 0)) == pytest.approx((100, 50, 0), abs=1)
    assert picture.getpixel((3, 3)) == (0, 0, 0)
    stamp(picture, None, (255, 255, 255))
    assert picture.getpixel((3, 3)) == (0, 0, 0)


def test_large_shapes_are_painted_coarser_but_painted():
    big = np.array([[0.0, 0.0], [5000.0, 0.0], [5000.0, 4000.0], [0.0, 4000.0]])
    assert filled([big], (5000, 4000)).cover.getpixel((2500, 2000)) == 255
