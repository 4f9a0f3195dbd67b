"""What a mark covers."""

from __future__ import annotations

import numpy as np

from truebox.drawing.painting.marks import Mark
from truebox.masks import decode_masks, encode_masks

RED = (255, 0, 0)
BOX = np.array([2.0, 3.0, 12.0, 9.0])


def test_the_region_of_a_box_is_the_box():
    region = Mark(colour=RED, anchor=BOX, framed=True).region((20, 20))
    assert (region.left, region.top, region.cover.shape) == (2, 3, (6, 10))


def test_outlines_come_before_the_box_and_masks_before_outlines():
    triangle = np.array([[4.0, 4.0], [8.0, 4.0], [4.0, 8.0]])
    outlined = Mark(colour=RED, anchor=BOX, outlines=(triangle,))
    assert outlined.region((20, 20)).cover.shape == (4, 4)
    mask = encode_masks(np.ones((1, 1, 2), bool))
    masked = Mark(colour=RED, anchor=BOX, outlines=(triangle,), mask=mask)
    assert masked.region((20, 20)).cover.shape == (1, 2)


def test_nothing_in_the_picture_is_no_region():
    assert Mark(colour=RED, anchor=BOX + 50).region((20, 20)) is None


def test_enlarged_in_every_part():
    mask = encode_masks(np.eye(2, dtype=bool)[None])
    points = np.array([[1.0, 2.0], [3.0, 4.0]])
    mark = Mark(
        colour=RED, anchor=BOX, outlines=(points,), mask=mask, limbs=points[None], dots=points, trail=points
    )
    large = mark.enlarged(3)
    assert large.anchor.tolist() == [6, 9, 36, 27]
    for part in (large.outlines[0], large.limbs[0], large.dots, large.trail):
        assert part.tolist() == [[3, 6], [9, 12]]
    assert np.array_equal(decode_masks(large.mask)[0], np.kron(np.eye(2), np.ones((3, 3))) == 1)
