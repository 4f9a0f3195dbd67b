"""`associate` finds the totals that scipy's assignment finds on the same worths."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.overlap import pairwise_iou
from truebox.tracking import associate

optimize = pytest.importorskip("scipy.optimize", reason="scipy is not installed")


@pytest.mark.parametrize("seed", range(20))
def test_totals_are_equal_in_crowds(seed):
    chance = np.random.default_rng(seed)
    corner = chance.uniform(0, 200, (int(chance.integers(1, 90)), 2))
    before = np.concatenate([corner, corner + chance.uniform(20, 50, corner.shape)], axis=1)
    now = chance.permutation(before + chance.normal(0, 6, (len(before), 1)))[: int(chance.integers(1, 90))]
    limit = float(chance.choice([0.0, 0.2, 0.5]))
    overlap = pairwise_iou(before, now)
    # A pair that is not allowed is worth nothing, so it costs nothing to drop it afterwards.
    worth = np.maximum(overlap - limit, 0.0)
    expected = worth[optimize.linear_sum_assignment(worth, maximize=True)].sum()
    joined = associate(before, now, iou_threshold=limit)
    assert worth[joined.rows, joined.columns].sum() == pytest.approx(expected, abs=1e-10)
