"""Scores that are lower where detections are right are named."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import truebox as tb
from truebox.evaluation.matches.reversed_scores import reversed_scores
from truebox.generation import make_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.fixture(scope="module")
def made():
    return make_dataset(40, 5, seed=4)


def codes(truth, found):
    return {finding.code for finding in tb.evaluate(truth, found, fit_test=False).warnings}


@pytest.mark.parametrize("change", [lambda s: 1 - s, lambda s: -s, lambda s: 100 / (s + 0.01)])
def test_reversed(made, change):
    truth, found = made
    assert "W-315" not in codes(truth, found)
    assert "W-315" in codes(truth, replace(found, scores=change(found.scores)))


def test_a_shuffled_or_constant_score_is_not_reversed(made):
    truth, found = made
    for scores in (np.random.default_rng(2).permutation(found.scores), np.full(len(found), 0.5)):
        assert "W-315" not in codes(truth, replace(found, scores=scores))


def test_the_share_is_the_area_under_the_curve():
    # In each of three images 30 right ones of score .4 and 40 wrong ones, of which 8 have .1, 4 have .4 and
    # 28 have .9: (8 + 4 / 2) / 40 of all pairs have the right one higher.
    boxes = [[30 * n, 0, 30 * n + 9, 9] for n in range(70)]
    truth = [{"boxes": boxes[:30], "labels": ["cat"] * 30}] * 3
    scores = [0.4] * 30 + [0.1] * 8 + [0.4] * 4 + [0.9] * 28
    result = tb.evaluate(truth, [{"boxes": boxes, "labels": ["cat"] * 70, "scores": scores}] * 3)
    assert "the higher score in 25%" in reversed_scores(result).message
