"""The image's width and height as an argument."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.boxes.image_size import as_image_size
from truebox.errors import ArgumentError


@pytest.mark.parametrize("size", [(640, 480), [640.0, 480.0], np.array([640, 480])])
def test_two_positive_numbers(size):
    assert as_image_size(size) == (640.0, 480.0)


@pytest.mark.parametrize("size", [640, (640,), (640, 480, 3), ("wide", 480), None])
def test_not_two_numbers(size):
    with pytest.raises(ArgumentError, match=r"expected \(width, height\) in pixels"):
        as_image_size(size)


@pytest.mark.parametrize("size", [(0, 480), (640, -1), (float("nan"), 480), (float("inf"), 480)])
def test_not_positive_and_finite(size):
    with pytest.raises(ArgumentError, match="both positive and finite"):
        as_image_size(size)
