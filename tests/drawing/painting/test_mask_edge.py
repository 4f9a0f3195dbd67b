"""The edge of a mask against SciPy's erosion."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import ndimage

from truebox.drawing.painting.mask_edge import mask_edge
from truebox.drawing.painting.stencil import mask_stencil


@pytest.mark.parametrize("width", [1, 2, 3, 7])
def test_against_an_erosion_by_a_square(width):
    mask = ndimage.binary_dilation(np.random.default_rng(3).random((60, 70)) > 0.997, iterations=9)
    stencil = mask_stencil(mask)
    top, left = stencil.top, stencil.left
    expected = mask & ~ndimage.binary_erosion(mask, np.ones((2 * width + 1, 2 * width + 1)))
    part = expected[top : top + stencil.cover.height, left : left + stencil.cover.width]
    assert np.array_equal(np.asarray(mask_edge(stencil, width).cover) > 0, part)


def test_a_thin_mask_is_all_edge():
    edge = mask_edge(mask_stencil(np.ones((3, 20), bool)), 5)
    assert (np.asarray(edge.cover) == 255).all()
