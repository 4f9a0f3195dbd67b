"""All looks are asked, and those at boxes only where boxes count."""

from __future__ import annotations

import numpy as np

from truebox.evaluation import evaluate_tracks
from truebox.evaluation.tracks.looks.every_track_look import tracks_seen_otherwise

FRAMES = np.repeat(np.arange(30), 3)
SIDE = {
    "frames": FRAMES,
    "ids": np.tile(np.arange(3), 30),
    "boxes": np.stack([20.0 + 2 * FRAMES, 50.0 * np.tile(np.arange(3), 30), *np.full((2, 90), 30.0)], axis=1),
    "length": 30,
}
TWICE = {name: np.concatenate([SIDE[name], SIDE[name]]) for name in ("frames", "boxes")} | {
    "ids": np.concatenate([SIDE["ids"], SIDE["ids"] + 10]),
    "length": 30,
}


def test_looks_at_boxes_are_left_out_where_similarities_are_given():
    result = evaluate_tracks(SIDE, TWICE, fit_test=False)
    assert result.warnings == ()
    assert [each.code for each in tracks_seen_otherwise(result)] == ["W-588"]
    assert tracks_seen_otherwise(result, given_similarity=True) == []
