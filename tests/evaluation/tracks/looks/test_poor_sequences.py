"""One sequence of several that was read otherwise is named, with what would make it like the others."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from truebox.evaluation import evaluate_tracks

LENGTH, OBJECTS = 60, 6


def side(seed, change=lambda frames, boxes: (frames, boxes), noise=1.0):
    """Objects that cross the picture, each faster than its width in a few frames."""
    chance = np.random.default_rng(seed)
    begin = chance.uniform(100, 900, (OBJECTS, 2))
    speed = chance.uniform(4, 9, (OBJECTS, 2)) * chance.choice([-1, 1], (OBJECTS, 2))
    frames = np.repeat(np.arange(LENGTH), OBJECTS)
    ids = np.tile(np.arange(OBJECTS), LENGTH)
    boxes = np.concatenate(
        [begin[ids] + speed[ids] * frames[:, None], np.full((len(ids), 2), (30.0, 60.0))], axis=1
    )
    boxes[:, :2] += np.random.default_rng(seed + 90).normal(0, noise, (len(ids), 2))
    frames, boxes = change(frames, boxes)
    kept = (frames >= 0) & (frames < LENGTH)
    return {"frames": frames[kept], "ids": ids[kept], "boxes": boxes[kept], "length": LENGTH}


def said(predictions):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        truth = {f"S{k}": side(k, noise=0) for k in range(4)}
        return [each.message for each in evaluate_tracks(truth, predictions).warnings]


HONEST = {f"S{k}": side(k) for k in range(4)}
CHANGES = {
    "with frames shifted by -6": lambda frames, boxes: (frames + 6, boxes),
    "with corners in place of sizes": lambda frames, boxes: (
        frames,
        np.concatenate([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]], axis=1),
    ),
    "with centres in place of corners": lambda frames, boxes: (
        frames,
        np.concatenate([boxes[:, :2] + boxes[:, 2:] / 2, boxes[:, 2:]], axis=1),
    ),
    "with boxes 2 times as large": lambda frames, boxes: (frames, boxes / 2),
    "if they were no fractions": lambda frames, boxes: (
        frames,
        boxes / np.tile((side(2, noise=0)["boxes"][:, :2] + (30, 60)).max(axis=0), 2),
    ),
}


def test_nothing_is_said_of_sequences_alike():
    assert said(HONEST) == []


@pytest.mark.parametrize("what", CHANGES)
def test_one_sequence_read_otherwise(what):
    messages = said(HONEST | {"S2": side(2, CHANGES[what])})
    (message,) = (each for each in messages if "in S2 " in each)
    assert all(each is message or "have a side below 0" in each for each in messages)
    assert f"would be {what}" in message


def test_results_of_two_sequences_that_traded_places():
    messages = said(HONEST | {"S2": HONEST["S3"], "S3": HONEST["S2"]})
    assert len(messages) == 2
    assert any("would be with the boxes of S3" in each for each in messages)
    assert any("would be with the boxes of S2" in each for each in messages)


def test_results_of_another_video():
    (message,) = said(HONEST | {"S2": side(17)})
    assert message.endswith("and no other reading of them fits: are they of another video?")
