"""Whole tracks matched by hand: order of scores, ranges of areas, crowds."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
from truebox.evaluation.tracks.track_map.matches import map_thresholds, match_tracks
from truebox.evaluation.tracks.track_map.precision import averaged_maps, map_fields
from truebox.evaluation.tracks.track_map.rules import TrackMapRules
from truebox.records import WholeTracks

RULES = TrackMapRules(areas=(("area_s", 0.0, 5.0), ("area_m", 5.0, 100.0)))


def side(widths, *, scores=None, crowd=()):
    """Tracks of one frame and one row of 20 pixels; each covers the first pixels."""
    from dataclasses import replace

    masks = np.zeros((len(widths), 1, 20), dtype=bool)
    for k, width in enumerate(widths):
        masks[k, 0, :width] = True
    ids = np.arange(1, len(widths) + 1)
    made = tracks_of_arrays({"frames": [0] * len(widths), "ids": ids, "masks": masks}, "truth").sequences[0]
    whole = WholeTracks(
        track=ids,
        label=np.ones(len(widths), dtype=np.int64),
        score=np.array(scores or [1.0] * len(widths)),
        area=np.array(widths, dtype=float),
        crowd=np.isin(ids, crowd),
        listed=np.ones(len(widths), dtype=np.int64),
    )
    return replace(made, whole=whole)


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


def test_an_average_precision_by_hand():
    """Right, wrong, right of 2 truths: precision 1 to recall 1/2, then 2/3: (51 + 50 * 2/3) / 101."""
    found = match_tracks(side([10, 4]), side([10, 1, 4], scores=[0.9, 0.8, 0.7]), 1, RULES, "strict")
    fields = map_fields([found], RULES)
    assert fields["AP"]["AP50"] == pytest.approx((51 + 50 * 2 / 3) / 101)
    assert fields["AP"]["AR1"][0] == 0.5
    assert fields["AP"]["AR"][0] == 1.0
    nothing = map_fields([match_tracks(side([]), side([]), 1, RULES, "strict")], RULES)
    mean = averaged_maps([fields, nothing])
    assert mean["AP"]["AP50"] == fields["AP"]["AP50"]  # a class without truth is left out


def test_thresholds():
    assert map_thresholds("strict")[2] != 0.6  # it misses its decimals
    assert map_thresholds("corrected")[2] == 0.6
