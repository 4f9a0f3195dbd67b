"""Outcomes taken apart are the outcomes of the match table."""

from __future__ import annotations

import numpy as np
import pytest
from diagnosed_results import made_result

from truebox.diagnosis.parts.slice_outcomes import SliceOutcomes

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.mark.parametrize("thresholds", [None, tuple(index / 100 for index in range(20, 90))])
def test_every_outcome_is_there_once(thresholds):
    result = made_result(iou_thresholds=thresholds, mode="corrected")
    found, outcome = SliceOutcomes(result), result.matches.outcome()
    truths = np.arange(len(result.matches.truths)) % 3 == 0
    near = np.arange(len(outcome)) % 2 == 0
    inside = np.stack([np.ones_like(truths), truths, truths])
    matched, ignored, counted = found.of_slices(
        inside, np.stack([np.ones_like(near), np.zeros_like(near), near])
    )
    count = outcome.shape[1]

    def bits(words, t):
        return ((words[..., t // 64] >> np.uint64(t % 64)) & np.uint64(1)) == 1

    for t in range(count):
        partner = result.matches.detections.matched_truth[:, t]
        false, right = outcome[:, t] == 0, outcome[:, t] == 1
        own = right & truths[partner]
        assert np.array_equal(bits(found.false, t), false)
        for s, (hits, kept) in enumerate([(right, right | false), (own, own), (own, own | (false & near))]):
            assert np.array_equal(bits(matched, s * count + t), hits)
            assert np.array_equal(bits(ignored, s * count + t), ~kept)
            if t == 0:
                assert counted[s] == kept.sum()
    assert not (
        matched[:, -1] >> np.uint64((3 * count - 1) % 64 + 1) if 3 * count % 64 else matched[:0]
    ).any()
