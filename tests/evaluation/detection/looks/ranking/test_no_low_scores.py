"""Predictions cut at a score are named; those that end as a detector lets them are not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import truebox as tb
from truebox.records.taking import take_predictions

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.fixture(scope="module")
def made():
    """A detector that finds nine objects of ten, and ranks them well."""
    chance = np.random.default_rng(6)
    boxes = [[60.0 * n, 0, 60 * n + 40, 50] for n in range(10)]
    sides = [[], []]
    for _ in range(60):
        found = chance.random(10) < 0.9
        right = np.array(boxes)[found]
        wrong = np.array(boxes[:4]) + np.array([0.0, 200, 0, 200])
        scores = np.concatenate([chance.beta(3, 2, len(right)), chance.beta(2, 6, 4)])
        sides[0].append({"boxes": boxes, "labels": [1] * 10})
        both = np.concatenate([right, wrong])
        sides[1].append({"boxes": both, "labels": [1] * len(both), "scores": scores.clip(0.001, 0.999)})
    return tb.read_truth(sides[0]), tb.read_predictions(sides[1])


def messages(truth, found):
    return [each.message for each in tb.evaluate(truth, found).warnings if each.code == "W-328"]


@pytest.mark.parametrize("at", [0.3, 0.5, 0.6])
def test_predictions_cut_at_a_round_score_are_named(made, at):
    truth, found = made
    cut = take_predictions(found, np.flatnonzero(found.scores >= at))
    (message,) = messages(truth, cut)
    assert message.startswith(f"no detection has a score below {at:.2f}, and ")
    right = np.count_nonzero(cut.boxes[:, 1] < 100)
    assert f"{1 - right / 600:.0%} of the objects are found by none" in message


@pytest.mark.parametrize("least", [0.001, 0.01, 0.05])
def test_detectors_that_go_down_are_not_named(made, least):
    truth, found = made
    assert messages(truth, take_predictions(found, np.flatnonzero(found.scores >= least))) == []


def test_scores_that_end_elsewhere_are_not_named(made):
    truth, found = made
    assert messages(truth, replace(found, scores=0.13 + found.scores / 2)) == []
    assert messages(truth, replace(found, scores=100 * found.scores + 50)) == []
