"""Overlap of whole tracks, by counted pixels."""

from __future__ import annotations

import numpy as np
import pytest
from instance_files import LEFT, track, truth, written

from truebox.evaluation import evaluate_tracks
from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
from truebox.evaluation.tracks.track_map.volumes import volume_overlaps

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_pixels_of_all_frames_are_one_volume(tmp_path):
    """Shared 2 pixels of 2 + 6: IoU 1/4; with the second frame too, 8 of 8."""
    gt = written(tmp_path, truth(), "gt.json")
    whole = {"size": [2, 3], "counts": [0, 6]}
    near = [track(segmentations=[LEFT, None, None]), track(score=0.9, segmentations=[LEFT, None, whole])]
    result = evaluate_tracks(gt, written(tmp_path, near[:1], "a.json"), fit_test=False)
    assert result.metrics["AP50"] == 0.0
    result = evaluate_tracks(gt, written(tmp_path, near, "b.json"), fit_test=False)
    assert result.metrics["AP"] == pytest.approx(1.0)
    assert result.metrics["AR1"] == 1.0


def test_overlaps_against_dense_masks():
    chance = np.random.default_rng(0)
    sides, dense = [], []
    for tracks in (4, 3):
        masks = chance.random((tracks, 5, 6, 7)) < 0.4
        seen = chance.random((tracks, 5)) < 0.7
        dense.append(masks & seen[:, :, None, None])
        ids, frames = np.nonzero(seen)
        given = {"frames": frames, "ids": ids + 10, "masks": masks[seen]}
        sides.append(tracks_of_arrays(given, "truth").sequences[0])
    found = volume_overlaps(sides[0], np.array([13, 11, 10, 12]), sides[1], np.array([10, 11, 12, 99]))
    for row, k in enumerate((3, 1, 0, 2)):
        for g in range(3):
            both, either = (dense[0][k] & dense[1][g]).sum(), (dense[0][k] | dense[1][g]).sum()
            assert found[row, g] == both / either
    assert (found[:, 3] == 0).all()  # a track without rows
