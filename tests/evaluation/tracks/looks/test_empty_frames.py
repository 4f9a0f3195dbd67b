"""Frames without results, and frames that nobody labelled, are said; objects that leave are not."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from truebox.evaluation import evaluate_tracks

LENGTH = 80
FRAMES = np.repeat(np.arange(LENGTH), 5)
IDS = np.tile(np.arange(5), LENGTH)
BOXES = np.stack([20 + 2.0 * FRAMES, 30 + 90.0 * IDS, 0 * IDS + 30.0, 0 * IDS + 60.0], axis=1)


def side(kept=slice(None)):
    return {"frames": FRAMES[kept], "ids": IDS[kept], "boxes": BOXES[kept], "length": LENGTH}


def said(truth, found):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [each.message for each in evaluate_tracks(truth, found).warnings]


def test_nothing_is_said_of_full_frames():
    assert said(side(), side()) == []
    assert said(side(), side(np.random.default_rng(1).random(len(IDS)) < 0.5)) == []


@pytest.mark.parametrize(
    ("kept", "where", "missed"),
    [
        (FRAMES < 50, "50 to 79", 150),
        (FRAMES >= 30, "0 to 29", 150),
        ((FRAMES < 30) | (FRAMES > 44), "30 to 44", 75),
    ],
)
def test_frames_without_results(kept, where, missed):
    (message,) = said(side(), side(kept))
    assert (
        f"has no box in frames {where}, where the truth has {missed} boxes of 400, which count as missed"
        in message
    )


def test_frames_that_nobody_labelled():
    (message,) = said(side(FRAMES < 50), side())
    assert "has no box in frames 50 to 79, and there the predictions have 150 boxes of 400" in message
    assert message.endswith("are these frames labelled?")


def test_a_truth_of_every_fifth_frame():
    (message,) = said(side(FRAMES % 5 == 0), side())
    assert "has boxes in every 5th frame only, and in those between the predictions have 320 boxes" in message


def test_objects_that_are_found_no_more_while_others_are():
    assert said(side(), side((FRAMES < 50) | (IDS < 1))) == []
