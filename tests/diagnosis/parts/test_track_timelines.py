"""Objects over time: what is worked out by hand."""

from __future__ import annotations

import pytest

from truebox.diagnosis.parts.track_timelines import track_timelines
from truebox.evaluation import evaluate_tracks

NEAR, FAR = [0, 0, 10, 10], [100, 100, 110, 110]


def test_every_object_has_its_frames_and_the_track_in_each() -> None:
    truth = {"frames": [3, 4, 5, 3, 5], "ids": [7, 7, 7, 2, 2], "boxes": [NEAR] * 3 + [FAR] * 2}
    found = {"frames": [3, 4, 5, 5], "ids": [1, 9, 9, 4], "boxes": [NEAR] * 3 + [FAR]}
    result = evaluate_tracks(truth, found)
    first = result.truth.sequences[0].first
    by_id = {each.id: each for each in track_timelines(result, 0)}
    assert sorted(by_id) == [2, 7]
    assert (by_id[7].frames + first).tolist() == [3, 4, 5]
    assert by_id[7].tracks.tolist() == [1, 9, 9]
    assert (by_id[2].frames + first).tolist() == [3, 5]
    assert by_id[2].tracks.tolist() == [-1, 4]
    # At every alpha object 7 keeps 1/3 + 2 * 2/3 of its three matches, object 2 a half of its one.
    assert by_id[7].cost / by_id[2].cost == pytest.approx((3 - 5 / 3) / (1 - 1 / 2))


def test_a_sequence_without_objects_has_none() -> None:
    empty = {"frames": [], "ids": [], "boxes": []}
    assert track_timelines(evaluate_tracks(empty, empty), 0) == []
