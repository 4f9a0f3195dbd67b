"""The range of AP is said where equal scores decide about it."""

from __future__ import annotations

import pytest

from truebox import evaluate
from truebox.diagnosis.equal_scores.tie_finding import with_tie_finding
from truebox.generation import make_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

TRUTH = [{"boxes": [[0, 0, 9, 9]], "labels": [1]}]


def codes(result):
    return [finding.code for finding in result.warnings]


def test_two_equal_scores_of_which_one_is_right():
    """Right first gives AP 1, right second precision 1/2."""
    found = [{"boxes": [[50, 0, 59, 9], [0, 0, 9, 9]], "labels": [1, 1], "scores": [0.5, 0.5]}]
    said = with_tie_finding(evaluate(TRUTH, found)).warnings[-1]
    assert said.code == "W-515"
    assert "any of 0.5000 to 1.0000" in said.message


def test_equal_scores_that_decide_nothing():
    found = [{"boxes": [[0, 0, 9, 9]] * 1, "labels": [1], "scores": [0.5]}]
    result = evaluate(TRUTH, found)
    assert with_tie_finding(result) is result


def test_distinct_scores_cost_nothing():
    result = evaluate(*make_dataset(10, 3, seed=2))
    assert codes(with_tie_finding(result)) == codes(result)
