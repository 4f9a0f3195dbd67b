"""Whole tracks made of rows: means as NumPy and Python add them."""

from __future__ import annotations

import numpy as np

from truebox.records import whole_tracks_of_boxes


def test_means_to_the_last_bit():
    chance = np.random.default_rng(3)
    count = 400
    frame, track = (
        chance.integers(0, 1000, count),
        chance.choice([5, 2, 9, 40], count, p=[0.9, 0.06, 0.03, 0.01]),
    )
    score, boxes = chance.random(count), chance.uniform(0, 100, (count, 4))
    found = whole_tracks_of_boxes(frame, track, track * 3, score, boxes)
    assert found.track.tolist() == list(dict.fromkeys(track.tolist()))
    for k, number in enumerate(found.track.tolist()):
        rows = np.flatnonzero(track == number)
        rows = rows[np.argsort(frame[rows], kind="stable")]
        assert found.score[k] == np.mean([float(value) for value in score[rows]])
        total = 0.0
        for row in rows:
            total += boxes[row, 2] * boxes[row, 3]
        assert found.area[k] == total / len(rows)
        assert found.listed[k] == len(rows)
        assert found.label[k] == number * 3


def test_no_rows():
    none = np.empty(0, dtype=np.int64)
    assert len(whole_tracks_of_boxes(none, none, none, np.empty(0), np.empty((0, 4)))) == 0
