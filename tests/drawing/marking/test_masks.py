"""Masks on a picture."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.drawing import THEMES, draw_masks
from truebox.errors import ArgumentError
from truebox.masks import encode_masks

DISC = np.hypot(*np.mgrid[-60:60, -80:80]) < 50
MOVED = np.roll(DISC, 30, axis=1)
CANVAS = THEMES["classic"].canvas


@pytest.mark.parametrize("masks", [[DISC], np.stack([DISC]), encode_masks(DISC)])
def test_ways_to_hold_masks(masks):
    picture = draw_masks(None, masks)
    assert picture.size == (160, 120)
    assert picture.getpixel((80, 60)) != CANVAS
    assert picture.getpixel((5, 5)) == CANVAS


def test_the_edge_is_inside_and_full():
    picture = np.asarray(draw_masks(None, [DISC], truth_labels=[""]))
    edge = (picture == THEMES["classic"].truth).all(axis=-1)
    assert edge.sum() > 100
    assert not (edge & ~DISC).any()


def test_what_two_share_is_shaded():
    both = draw_masks(None, [DISC], [MOVED])
    plain = draw_masks(None, [DISC], [MOVED], shade=False)
    changed = (np.asarray(both) != np.asarray(plain)).any(axis=-1)
    assert changed.any()
    assert not (changed & ~(DISC & MOVED)).any()


def test_an_empty_mask_draws_nothing():
    picture = draw_masks((160, 120), [np.zeros_like(DISC)], truth_labels=[""])
    assert picture.getcolors() == [(160 * 120, CANVAS)]


def test_another_size_than_the_picture_is_refused():
    with pytest.raises(ArgumentError, match=r"masks are 160 x 120 .* the picture is 50 x 40"):
        draw_masks((50, 40), [DISC])
    with pytest.raises(ArgumentError, match="masks have 2 sizes"):
        draw_masks(None, [DISC], [DISC[:50]])
