"""Assignments that SciPy makes, also where several are equal, and J of pairs."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation.tracks.regions.partners import FrameOverlaps, assigned
from truebox.masks import encode_masks


@pytest.mark.parametrize("seed", range(30))
def test_assignments_are_those_of_scipy(seed):
    optimize = pytest.importorskip("scipy.optimize", reason="pip install scipy")
    chance = np.random.default_rng(seed)
    quality = chance.integers(0, 4, chance.integers(1, 9, 2)) / 4  # many totals are equal
    rows, columns = optimize.linear_sum_assignment(-quality)
    found = assigned(quality)
    assert found[0].tolist() == rows.tolist()
    assert found[1].tolist() == columns.tolist()


def test_overlaps_by_frame():
    masks = np.zeros((3, 1, 4), dtype=bool)
    masks[0, 0, :2] = masks[1, 0, :1] = True  # the third is empty
    found = (np.array([0, 1, 2]), np.array([0, 0, 0]), encode_masks(masks))
    true = (np.array([0, 1]), np.array([0, 1]), encode_masks(masks[[0, 0]]))
    overlaps = FrameOverlaps(4, found, true, 1, 2)
    # the first true track is in frame 0 alone; in frames 2 and 3 nothing is anywhere
    assert overlaps.of(0).tolist() == [[1.0, 0.0, 1.0, 1.0], [0.0, 0.5, 1.0, 1.0]]
    assert overlaps.of(1).tolist() == [[0.0, 1.0, 1.0, 1.0], [1.0, 0.0, 1.0, 1.0]]
