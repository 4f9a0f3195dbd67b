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
    everywhere, some = found.hits_on(np.ones_like(truths)), found.hits_on(truths)

    def bits(words, t):
        return ((words[..., t // 64] >> np.uint64(t % 64)) & np.uint64(1)) == 1

    for t in range(outcome.shape[1]):
        partner = result.matches.detections.matched_truth[:, t]
        assert np.array_equal(bits(found.false, t), outcome[:, t] == 0)
        assert np.array_equal(bits(everywhere, t), outcome[:, t] == 1)
        assert np.array_equal(bits(some, t), (outcome[:, t] == 1) & truths[partner])
        assert bits(found.every, t)
