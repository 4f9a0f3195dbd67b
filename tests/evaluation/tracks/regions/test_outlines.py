"""Outlines and how they fit, against a search through all pairs of pixels."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation.tracks.regions.outlines import outline, outline_fit, outline_tolerance


def searched(first, second, tolerance):
    one, other = np.argwhere(outline(first)), np.argwhere(outline(second))
    apart = ((one[:, None] - other[None]) ** 2).sum(axis=2)
    near = apart <= tolerance**2
    precision, recall = near.any(axis=1).mean(), near.any(axis=0).mean()
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("tolerance", [1, 2, 5])
def test_fit(seed, tolerance):
    chance = np.random.default_rng(seed)
    masks = np.zeros((2, 30, 24), dtype=bool)
    for mask in masks:
        for _ in range(3):
            y, x = chance.integers(0, 24, 2)
            mask[y : y + 7, x : x + 5] = True
    expected = searched(*masks, tolerance)
    assert outline_fit(*masks, tolerance) == pytest.approx(expected, abs=1e-15)
    assert outline_fit(masks[0], masks[0], tolerance) == 1.0


def test_nothing_and_everything_have_no_outline():
    empty, full = np.zeros((5, 6), dtype=bool), np.ones((5, 6), dtype=bool)
    one = empty.copy()
    one[2, 2] = True
    assert not outline(full).any()
    assert outline_fit(empty, full, 1) == 1.0
    assert outline_fit(empty, one, 1) == 0.0
    assert outline_fit(one, full, 1) == 0.0


@pytest.mark.parametrize(("size", "pixels"), [((480, 854), 8), ((40, 56), 1), ((1080, 1920), 18)])
def test_tolerance(size, pixels):
    assert outline_tolerance(size) == pixels
