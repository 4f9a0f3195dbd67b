"""What a mark covers."""

from __future__ import annotations

import numpy as np

from truebox.drawing.painting.marks import Mark
from truebox.drawing.painting.stencil import mask_stencil

RED = (255, 0, 0)
BOX = np.array([2.0, 3.0, 12.0, 9.0])


def test_the_region_of_a_box_is_the_box():
    region = Mark(colour=RED, anchor=BOX, framed=True).region((20, 20))
    assert (region.left, region.top, region.cover.size) == (2, 3, (10, 6))


def test_outlines_come_before_the_box_and_masks_before_outlines():
    triangle = np.array([[4.0, 4.0], [8.0, 4.0], [4.0, 8.0]])
    outlined = Mark(colour=RED, anchor=BOX, outlines=(triangle,))
    assert outlined.region((20, 20)).cover.size == (4, 4)
    mask = mask_stencil(np.ones((1, 2), bool))
    assert Mark(colour=RED, anchor=BOX, outlines=(triangle,), mask=mask).region((20, 20)) is mask


def test_nothing_in_the_picture_is_no_region():
    assert Mark(colour=RED, anchor=BOX + 50).region((20, 20)) is None
