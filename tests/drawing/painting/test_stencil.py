"""What two shapes share of each pixel."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.drawing.painting.canvas import Canvas
from truebox.drawing.painting.stencil import Stencil, filled, mask_stencil, shared, stamp
from truebox.masks import encode_masks

SQUARE = np.array([[2.0, 3.0], [12.0, 3.0], [12.0, 9.0], [2.0, 9.0]])


def _mask(rows, columns, size=(16, 20)):
    mask = np.zeros(size, bool)
    mask[slice(*rows), slice(*columns)] = True
    return encode_masks(mask[None])


def test_a_square_on_whole_pixels_covers_exactly_those():
    stencil = filled([SQUARE], (20, 16))
    assert (stencil.left, stencil.top, stencil.cover.shape) == (2, 3, (6, 10))
    assert (stencil.cover == 255).all()


def test_half_a_pixel_is_half_covered():
    stencil = filled([SQUARE + np.array([0.5, 0.0])], (20, 16))
    assert stencil.cover[2].tolist() == [128, *[255] * 9, 128]


def test_outside_the_picture_there_is_nothing():
    assert filled([SQUARE + 100], (20, 16)) is None
    assert filled([], (20, 16)) is None


def test_masks():
    stencil = mask_stencil(_mask((4, 7), (5, 9)))
    assert (stencil.left, stencil.top, stencil.cover.tolist()) == (5, 4, [[255] * 4] * 3)
    assert mask_stencil(_mask((0, 0), (0, 0))) is None


def test_what_two_share():
    a, b = mask_stencil(_mask((0, 4), (0, 4))), mask_stencil(_mask((3, 7), (2, 6)))
    both = shared(a, b)
    assert (both.left, both.top, both.cover.shape) == (2, 3, (1, 2))
    assert shared(a, mask_stencil(_mask((0, 4), (4, 8)))) is None


def test_the_share_is_the_lesser_of_both():
    a = Stencil(0, 0, np.array([[10, 200]], np.uint8))
    b = Stencil(0, 0, np.array([[90, 100]], np.uint8))
    assert shared(a, b).cover.tolist() == [[10, 100]]


def test_stamping_mixes_by_opacity():
    canvas = Canvas.blank((4, 4), (0, 0, 0))
    stamp(canvas, mask_stencil(_mask((0, 2), (0, 2), (4, 4))), (200, 100, 0), 0.5)
    assert canvas.pixels[0, 0].tolist() == pytest.approx([100, 50, 0], abs=1)
    assert canvas.pixels[3, 3].tolist() == [0, 0, 0]
    before = canvas.pixels.copy()
    stamp(canvas, None, (255, 255, 255))
    assert np.array_equal(canvas.pixels, before)
