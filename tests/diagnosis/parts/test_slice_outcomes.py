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
    for t in range(outcome.shape[1]):
        false = (found.false[:, t // 64] >> np.uint64(t % 64)) & np.uint64(1)
        assert np.array_equal(false == 1, outcome[:, t] == 0)
        rows, partner = found.hits[t]
        assert np.array_equal(rows, np.flatnonzero(outcome[:, t] == 1))
        assert np.array_equal(partner, result.matches.detections.matched_truth[rows, t])
        assert (((found.every[:, t // 64] >> np.uint64(t % 64)) & np.uint64(1)) == 1).all()
