"""Scores that images do not share a scale of are named; honest scores of any kind are not."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

import truebox as tb
from truebox.generation import make_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.fixture(scope="module")
def made():
    """Many false detections of low scores, so that it matters where they rank."""
    truth, found = make_dataset(60, 3, seed=4, detections_per_image=12, empty_images=0)
    right = tb.evaluate(truth, found, fit_test=False).matches.detections
    chance = np.random.default_rng(1)
    scores = np.empty(len(found))
    is_right = (right.matched_truth[:, 0] >= 0)[np.argsort(right.row)]
    scores[np.sort(right.row)] = np.where(
        is_right, chance.beta(6, 2, len(is_right)), chance.beta(2, 5, len(is_right))
    )
    return truth, replace(found, scores=scores)


def messages(truth, found):
    return [each.message for each in tb.evaluate(truth, found).warnings if each.code == "W-327"]


def by_image(found, change):
    scores = found.scores.copy()
    for image in set(found.image.tolist()):
        rows = np.flatnonzero([each == image for each in found.image.tolist()])
        scores[rows] = change(found.scores[rows])
    return replace(found, scores=scores)


def test_percent_in_some_images_is_named_with_what_ap_would_be(made):
    truth, found = made
    some = np.array([each % 3 == 0 for each in found.image.tolist()])
    mixed = replace(found, scores=np.where(some, 100 * found.scores, found.scores))
    (message,) = messages(truth, mixed)
    assert message.endswith("percent, divided by 100")
    better, given = map(float, re.findall(r"AP would be ([.\d]+) instead of ([.\d]+)", message)[0])
    assert given == pytest.approx(tb.evaluate(truth, mixed).metrics["AP"], abs=1e-4)
    assert better == pytest.approx(tb.evaluate(truth, found).metrics["AP"], abs=1e-4)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda each: each / each.sum(), "add up to 1,"),
        (
            lambda each: (each - each.min()) / np.ptp(each),
            "the best score of an image is 1 and the lowest 0,",
        ),
        (lambda each: 1 / (1 + np.argsort(np.argsort(-each))), "are 1, 0.5, 0.333,"),
    ],
)
def test_scores_of_each_image_alone_are_named(made, change, words):
    (message,) = messages(made[0], by_image(made[1], change))
    assert words in message


@pytest.mark.parametrize(
    "change",
    [
        lambda scores: scores,
        lambda scores: scores.round(1),
        lambda scores: scores.round(2),
        lambda scores: np.log(scores / (1 - scores)),
        lambda scores: 100 * scores,
        lambda scores: np.maximum(scores, 0.05),
        lambda scores: np.minimum(scores, 0.6),
    ],
)
def test_of_honest_scores_nothing_is_said(made, change):
    assert messages(made[0], replace(made[1], scores=change(made[1].scores))) == []


def test_scores_beside_the_wrong_boxes_are_named(made):
    mixed = replace(made[1], scores=np.random.default_rng(3).permutation(made[1].scores))
    (message,) = messages(made[0], mixed)
    assert "as by chance" in message
