"""Boxes that are off all alike are said with what mends them; boxes that are off each in its way are not."""

from __future__ import annotations

import re
import warnings

import numpy as np
import pytest

from truebox.evaluation import evaluate_tracks

CHANCE = np.random.default_rng(3)
FRAMES = np.repeat(np.arange(40), 12)
IDS = np.tile(np.arange(12), 40)
SIZES = CHANCE.uniform(40, 80, (12, 2))[IDS]
BOXES = np.concatenate([CHANCE.uniform(0, 2000, (12, 2))[IDS] + 0.2 * FRAMES[:, None], SIZES], axis=1)


def said(boxes):
    truth = {"frames": FRAMES, "ids": IDS, "boxes": BOXES, "length": 40}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [each.message for each in evaluate_tracks(truth, {**truth, "boxes": boxes}).warnings]


def test_boxes_that_are_all_too_large():
    (message,) = said(np.concatenate([BOXES[:, :2] - 0.15 * SIZES, 1.3 * SIZES], axis=1))
    assert "if they were 0.77 times as wide and 0.77 times as high about their middles" in message
    assert re.search(r"overlap by 1.00 in the mean instead of 0.59", message)  # 1 / 1.69


@pytest.mark.parametrize(
    ("moved", "what"),
    [
        (np.array([7.0, -6.0]), "moved by -7.0 in x and +6.0 in y"),
        (0.15 * SIZES, "moved by -15% of their width and -15% of their height"),
    ],
)
def test_boxes_that_are_all_moved(moved, what):
    (message,) = said(BOXES + np.concatenate([np.broadcast_to(moved, SIZES.shape), 0 * SIZES], axis=1))
    assert f"if they were {what}" in message


def test_tracks_that_are_off_each_in_its_way():
    off = CHANCE.normal(0, 0.15, (12, 4))[IDS] * np.concatenate([SIZES, SIZES], axis=1)
    assert said(BOXES + off) == []


def test_few_tracks_say_nothing_of_all():
    large = np.concatenate([BOXES[:, :2] - 0.15 * SIZES, 1.3 * SIZES], axis=1)
    few = IDS < 8
    truth = {"frames": FRAMES[few], "ids": IDS[few], "boxes": BOXES[few], "length": 40}
    assert evaluate_tracks(truth, {**truth, "boxes": large[few]}).warnings == ()
