"""Average precision of whole tracks, by hand."""

from __future__ import annotations

import pytest
from whole_tracks import RULES, side

from truebox.evaluation.tracks.track_map.matches import match_tracks
from truebox.evaluation.tracks.track_map.precision import averaged_maps, map_fields


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
