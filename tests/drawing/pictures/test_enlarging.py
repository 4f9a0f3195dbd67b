"""Pictures made larger."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.drawing.painting.canvas import Canvas
from truebox.drawing.pictures.enlarging import check_scale, enlarged
from truebox.errors import ArgumentError


def test_every_pixel_becomes_a_square():
    values = np.random.default_rng(0).integers(0, 256, (3, 4, 3), np.uint8)
    found = enlarged(Canvas.of_array(values), 5).pixels
    assert np.array_equal(found, values.repeat(5, axis=0).repeat(5, axis=1))


@pytest.mark.parametrize("scale", [0, 101, 2.0, True, None])
def test_what_is_no_scale(scale):
    with pytest.raises(ArgumentError, match="scale is"):
        check_scale(scale)


def test_too_large():
    with pytest.raises(ArgumentError, match="200,000,000"):
        enlarged(Canvas.blank((2000, 2000), (0, 0, 0)), 100)
