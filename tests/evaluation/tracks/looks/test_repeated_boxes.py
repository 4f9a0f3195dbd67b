"""Results that were appended twice are said."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation import evaluate_tracks

FRAMES = np.repeat(np.arange(30), 3)
SIDE = {
    "frames": FRAMES,
    "ids": np.tile(np.arange(3), 30),
    "boxes": np.stack([20.0 + 2 * FRAMES, 50.0 * np.tile(np.arange(3), 30), *np.full((2, 90), 30.0)], axis=1),
    "length": 30,
}


def found(rows, moved=0.0):
    """The side, and some of its rows again under other ids."""
    more = {
        "frames": SIDE["frames"][rows],
        "ids": SIDE["ids"][rows] + 10,
        "boxes": SIDE["boxes"][rows] + moved,
    }
    return {name: np.concatenate([SIDE[name], more[name]]) for name in more} | {"length": 30}


@pytest.mark.parametrize(
    ("rows", "said"), [(slice(None), "90 boxes of 180"), (slice(0, 40), "40 boxes of 130")]
)
def test_boxes_that_stand_twice(rows, said):
    with pytest.warns(match=f"W-588 .*{said} repeat another of the same frame exactly, under another id"):
        result = evaluate_tracks(SIDE, found(rows))
    assert len(result.warnings) == 1


def test_boxes_that_lie_beside_others_are_others():
    assert evaluate_tracks(SIDE, found(slice(None), moved=3.0)).warnings == ()


def test_of_many_boxes_some_frames_are_looked_at_first():
    frames, ids = np.repeat(np.arange(900), 10), np.tile(np.arange(10), 900)
    boxes = np.stack([1.0 * frames, 50.0 * ids, *np.full((2, 9000), 30.0)], axis=1)
    side = {"frames": frames, "ids": ids, "boxes": boxes}
    twice = {name: np.concatenate([values, values]) for name, values in side.items()}
    twice["ids"] = np.concatenate([ids, ids + 10])
    with pytest.warns(match="W-588 .*9,000 boxes of 18,000 repeat another"):
        result = evaluate_tracks(side | {"length": 900}, twice | {"length": 900})
    assert result.metrics["CLR_FP"] == 9000
