"""What TETA looks at, frame by frame."""

from __future__ import annotations

import numpy as np

from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
from truebox.evaluation.tracks.teta.frames import OverlapFrames


def side(frames, ids, boxes):
    return tracks_of_arrays({"frames": frames, "ids": ids, "boxes": boxes}, "truth").sequences[0]


def test_frames_without_truth_are_looked_at_where_asked():
    truth, found = (
        side([0, 2], [1, 1], [[0, 0, 4, 4]] * 2),
        side([0, 1], [5, 5], [[0, 0, 4, 2], [0, 0, 4, 4]]),
    )
    frames = list(OverlapFrames(truth, found, every=False))
    assert [each.overlap.tolist() for each in frames] == [[[0.5]], [[]]]
    assert len(OverlapFrames(truth, found, every=True)) == 3


def test_tracks_near_somewhere_are_kept_everywhere():
    truth = side([0, 1], [1, 1], [[0, 0, 4, 4]] * 2)
    found = side([0, 1, 1], [5, 5, 6], [[0, 0, 4, 2], [90, 0, 4, 4], [50, 0, 4, 4]])
    frames = OverlapFrames(truth, found, every=False)
    every = [np.ones(1, dtype=bool)] * 2
    kept, near = frames.near(every)
    assert [each.tolist() for each in kept] == [[True], [True, False]]
    assert [each.tolist() for each in near] == [[5], []]
    kept, near = frames.near(every, [{5}, set()])
    assert not any(each.any() for each in kept)


def test_boxes_without_area_overlap_nothing():
    flat = side([0], [1], [[0, 0, 4, 0]])
    assert next(iter(OverlapFrames(flat, flat, every=False))).overlap.tolist() == [[0.0]]


def test_a_track_twice_in_a_frame():
    once, twice = side([0, 1], [1, 1], [[0, 0, 4, 4]] * 2), side([0, 0], [1, 1], [[0, 0, 4, 4]] * 2)
    assert OverlapFrames(once, twice, every=False).repeats
    assert not OverlapFrames(once, once, every=False).repeats
