"""Shares found against false positives an image, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.errors import ArgumentError

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.fixture
def result() -> tb.evaluation.Result:
    """Two images: found at .9 and .5, a false one at .7, so half is found up to .5 false ones an image."""
    truth = [{"boxes": [[0, 0, 40, 90]], "labels": ["person"]}] * 2
    found = [
        {"boxes": [[0, 0, 40, 90], [200, 0, 240, 90]], "labels": ["person"] * 2, "scores": [0.9, 0.7]},
        {"boxes": [[0, 0, 40, 90]], "labels": ["person"], "scores": [0.5]},
    ]
    return tb.evaluate(truth, found, protocol="froc")


def test_half_is_found_before_the_first_false_one(result: tb.evaluation.Result) -> None:
    ((label, (alarms, found)),) = tb.diagnosis.alarm_curves(result).items()
    assert label == "all"
    assert (alarms[0], alarms[-1]) == pytest.approx((1e-4, 100))
    np.testing.assert_array_equal(found, np.where(alarms < 0.5, 0.5, 1.0))


def test_a_set_that_was_not_evaluated_is_refused(result: tb.evaluation.Result) -> None:
    with pytest.raises(ArgumentError, match="evaluated were all"):
        tb.diagnosis.alarm_curves(result, area="tiny")
