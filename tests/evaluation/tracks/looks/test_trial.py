"""Frames far off, or counted from the end, are tried on some rows and then on all."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import InputError
from truebox.evaluation import evaluate_tracks
from truebox.evaluation.tracks.looks.trial import TrackTrial

FRAMES = np.repeat(np.arange(90), 4)
IDS = np.tile(np.arange(4), 90)
BOXES = np.stack([40 + 9.0 * FRAMES, 30 + 80.0 * IDS, 0 * IDS + 14.0, 0 * IDS + 40.0], axis=1)


def side(frames, boxes=BOXES):
    kept = (frames >= 0) & (frames < 90)
    return {"frames": frames[kept], "ids": IDS[kept], "boxes": boxes[kept], "length": 90}


@pytest.mark.parametrize("shift", [-31, -7, 5, 24])
def test_frames_that_are_far_off(shift):
    with pytest.raises(InputError, match=rf"found with frames shifted by [+]?{-shift}, 0% as they are read"):
        evaluate_tracks(side(FRAMES), side(FRAMES + shift))


def test_frames_counted_from_the_last():
    with pytest.raises(InputError, match=r"100% .* found with frames counted from the last to the first"):
        evaluate_tracks(side(FRAMES), side(89 - FRAMES))


def test_boxes_of_another_sequence():
    far = BOXES + np.array([0, 4000, 0, 0])
    truth = {"one": side(FRAMES), "two": side(FRAMES, far)}
    result = evaluate_tracks(truth, {"one": side(FRAMES), "two": side(FRAMES)})
    trial = TrackTrial(result, next(each for each in result.matched if each.sequence == 1), most=100)
    assert len(trial.rows) == 100
    assert trial.share(trial.frame, trial.boxes) == 0
    assert trial.of_other(result.predictions.sequences[0]) == 0
    trial = TrackTrial(result, result.matched[0])
    assert trial.of_other(result.predictions.sequences[1]) == 1
