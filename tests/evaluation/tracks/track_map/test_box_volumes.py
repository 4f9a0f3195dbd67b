"""Overlap of whole tracks of boxes beside TrackEval's, to the last bit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
from truebox.evaluation.tracks.track_map.box_volumes import box_volume_overlaps


def side(frames, ids, boxes, pictures):
    made = tracks_of_arrays({"frames": frames, "ids": ids, "boxes": boxes}, "truth").sequences[0]
    return replace(made, frame=np.asarray(frames, dtype=np.int32), pictures=pictures)


def test_frames_are_added_in_the_order_of_the_reference():
    metrics = pytest.importorskip("trackeval.metrics", reason="pip install --no-deps trackeval==1.3.0")
    chance = np.random.default_rng(0)
    differs = 0
    for _ in range(60):
        length = int(chance.integers(5, 60))
        pictures = chance.permutation(100_000)[:length]
        boxes = np.r_["1", chance.uniform(0, 5, (length, 2)), chance.uniform(20, 60, (length, 2))]
        near = boxes + chance.normal(0, 1, boxes.shape)
        shown = np.flatnonzero(chance.random(length) < 0.9)
        truth = side(np.arange(length), np.ones(length, int), boxes, pictures)
        found = side(shown, np.full(len(shown), 5), near[shown], pictures)
        want = metrics.TrackMAP._compute_bb_track_iou(
            {int(pictures[t]): near[t] for t in shown}, {int(pictures[t]): boxes[t] for t in range(length)}
        )
        got = {
            mode: box_volume_overlaps(found, np.array([5]), truth, np.array([1]), mode)[0, 0]
            for mode in ("strict", "corrected")
        }
        assert got["strict"] == want
        assert got["corrected"] == pytest.approx(want, abs=1e-14)
        differs += got["corrected"] != want
    assert differs  # so that the order matters


def test_of_two_rows_in_a_frame_the_last_counts():
    truth = side([0], [1], [[0, 0, 10, 10]], None)
    found = side([0, 0], [5, 5], [[0, 0, 10, 10], [0, 0, 10, 5]], None)
    for mode in ("strict", "corrected"):
        overlaps = box_volume_overlaps(found, np.array([5, 6]), truth, np.array([1]), mode)
        assert overlaps.tolist() == [[0.5], [0.0]]


@pytest.mark.parametrize("seed", range(8))
def test_volumes_by_counting_cubes(seed):
    """Whole numbers of pixels: those of both, and of either, frame by frame."""
    chance = np.random.default_rng(seed)
    frames, size = 5, 12
    cubes = np.zeros((2, 3, frames, size, size), dtype=bool)
    columns = []
    for which in range(2):
        rows = [(t, k) for k in range(3) for t in range(frames) if chance.random() < 0.7]
        boxes = np.c_[chance.integers(0, 6, (len(rows), 2)), chance.integers(0, 7, (len(rows), 2))]
        for (t, k), (x, y, w, h) in zip(rows, boxes.tolist(), strict=True):
            cubes[which, k, t, y : y + h, x : x + w] = True
        columns.append(side([t for t, _ in rows], [k for _, k in rows], boxes.astype(float), None))
    shared = np.array([[(a & b).sum() for b in cubes[1]] for a in cubes[0]])
    union = np.array([[(a | b).sum() for b in cubes[1]] for a in cubes[0]])
    wanted = np.where(union > 0, shared / np.maximum(union, 1), 0.0)
    for mode in ("strict", "corrected"):
        found = box_volume_overlaps(columns[0], np.arange(3), columns[1], np.arange(3), mode)
        np.testing.assert_allclose(found, wanted, rtol=1e-12)


def test_tracks_without_area_overlap_nothing():
    flat = side([0, 1], [1, 1], [[0, 0, 0, 4], [0, 0, 4, 0]], None)
    for mode in ("strict", "corrected"):
        assert box_volume_overlaps(flat, np.array([1]), flat, np.array([1]), mode).tolist() == [[0.0]]
