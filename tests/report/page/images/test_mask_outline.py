"""Outlines of masks: what they enclose is the mask."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from truebox.report.page.images.mask_outline import mask_outline


def enclosed(line: np.ndarray) -> float:
    """The signed area of a closed line, by the shoelace formula."""
    x, y = line.T
    return float(0.5 * (x * np.roll(y, -1) - y * np.roll(x, -1)).sum())


@given(arrays.arrays(bool, st.tuples(st.integers(1, 12), st.integers(1, 12))))
def test_areas_add_up_to_the_pixels(mask: np.ndarray) -> None:
    lines = mask_outline(mask)
    assert abs(sum(enclosed(line) for line in lines)) == mask.sum()
    # Corners only: each line turns at each of its points.
    for line in lines:
        ways = np.sign(np.roll(line, -1, axis=0) - line)
        assert (ways != np.roll(ways, 1, axis=0)).any(axis=1).all()


def test_a_hole_is_a_line_of_its_own() -> None:
    mask = np.ones((5, 7), bool)
    mask[2, 3] = False
    areas = sorted(abs(enclosed(line)) for line in mask_outline(mask))
    assert areas == [1, 35]


def test_an_empty_mask_has_no_outline() -> None:
    assert mask_outline(np.zeros((4, 4))) == []


@pytest.mark.parametrize("side", [101, 640])
def test_large_masks_are_looked_at_coarsely(side: int) -> None:
    mask = np.zeros((side + 5, side + 9), np.uint8)
    mask[5:, 9:] = 1
    (line,) = mask_outline(mask)
    step = -(-side // 100)
    assert line.min(axis=0).tolist() == [9, 5]
    assert np.abs(line.max(axis=0) - (side + 9, side + 5)).max() < step
