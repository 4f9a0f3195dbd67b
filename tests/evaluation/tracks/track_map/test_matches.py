"""Whole tracks matched by hand: order of scores, ranges of areas, crowds."""

from __future__ import annotations

import numpy as np
from whole_tracks import RULES, side

from truebox.evaluation.tracks.track_map.matches import map_thresholds, match_tracks
from truebox.evaluation.tracks.track_map.precision import map_fields


def test_by_falling_score_each_takes_the_best_that_is_free():
    found = match_tracks(side([10, 4]), side([9, 10, 4], scores=[0.9, 0.5, 0.7]), 1, RULES, "corrected")
    assert found.score.tolist() == [0.9, 0.7, 0.5]
    # 9 of 10 takes the first truth up to .9; then that of 4 its own; 10 finds its truth only at .95
    assert found.matched[0, :, 0].tolist() == [True] * 9 + [False]
    assert found.matched[0, :, 1].all()
    assert found.matched[0, :, 2].tolist() == [False] * 9 + [True]


def test_ranges_leave_aside_what_is_outside():
    found = match_tracks(side([10, 4]), side([10, 4, 2]), 1, RULES, "strict")
    assert found.truths.tolist() == [2, 1, 1]
    small, medium = found.ignored[1:, 0]
    assert small.tolist() == [True, False, False]  # the third is small itself, and wrong
    assert medium.tolist() == [False, True, True]


def test_crowds_are_neither_right_nor_wrong():
    found = match_tracks(side([10], crowd=(1,)), side([10]), 1, RULES, "strict")
    assert found.truths[0] == 0
    assert found.ignored[0].all()
    fields = map_fields([found], RULES)
    assert (fields["TrackMAP"]["AP_all"] == -1).all()
    assert np.isnan(fields["AP"]["AP"]).all()


def test_thresholds():
    assert map_thresholds("strict")[2] != 0.6  # it misses its decimals
    assert map_thresholds("corrected")[2] == 0.6


def test_exactly_at_the_lowest_threshold_is_found():
    """5 of 10 is a half; a pixel less is not."""
    for mode in ("strict", "corrected"):
        found = match_tracks(side([10]), side([5]), 1, RULES, mode)
        assert found.matched[0, :, 0].tolist() == [True] + [False] * 9
        assert not match_tracks(side([10]), side([4]), 1, RULES, mode).matched.any()
