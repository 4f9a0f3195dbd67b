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


def test_numbers_lie_on_the_lines_that_they_are_read_from() -> None:
    """A hit and a false one of one score are one cut: half found at none, all at .5, straight between."""
    truth = [{"boxes": [[0, 0, 40, 90]], "labels": ["nodule"]}] * 2
    found = [
        {"boxes": [[0, 0, 40, 90], [200, 0, 240, 90]], "labels": ["nodule"] * 2, "scores": [0.9, 0.7]},
        {"boxes": [[0, 0, 40, 90]], "labels": ["nodule"], "scores": [0.7]},
    ]
    result = tb.evaluate(truth, found, protocol="froc")
    assert (result.metrics["S[1/8]"], result.metrics["S[1/4]"]) == (0.625, 0.75)
    ((_, (alarms, shares)),) = tb.diagnosis.alarm_curves(result).items()
    np.testing.assert_allclose(shares, np.minimum(0.5 + alarms, 1.0), rtol=0, atol=1e-12)


def test_all_findings_are_one_class_where_the_protocol_pools_them() -> None:
    """Of two classes one finding each, and a false one of the second above its own: at none half is found."""
    truth = [{"boxes": [[0, 0, 40, 90], [100, 0, 140, 90]], "labels": ["mass", "nodule"]}]
    found = {
        "boxes": [[0, 0, 40, 90], [200, 0, 240, 90], [100, 0, 140, 90]],
        "labels": ["mass", "nodule", "nodule"],
        "scores": [0.9, 0.7, 0.5],
    }
    result = tb.evaluate(truth, [found], protocol="froc")
    ((_, (alarms, shares)),) = tb.diagnosis.alarm_curves(result).items()
    np.testing.assert_array_equal(shares[alarms < 0.99], 0.5)
    np.testing.assert_array_equal(shares[alarms > 1.01], 1.0)
