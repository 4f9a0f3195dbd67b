"""SORT: how long a track lives."""

from __future__ import annotations

import pytest
from track_worlds import walking_pair

from truebox import tracking


def test_a_gap_ends_a_track_or_not():
    """The published age of one frame ends it; a longer one does not."""
    found = tracking.track(walking_pair(gap=(5, 6, 7)), method="sort", max_age=1, min_hits=3)
    assert max(track for each in found for track in each.track_id.tolist()) == 3
    longer = tracking.track(walking_pair(gap=(5, 6, 7)), method="sort")
    assert max(track for each in longer for track in each.track_id.tolist()) == 2


def test_boxes_of_the_filter():
    frames = [([[5 * t, 0, 5 * t + 40, 80 + t % 2]], [0.9]) for t in range(6)]
    kept, filtered = (tracking.track(frames, method="sort", keep=keep) for keep in ("detections", "filtered"))
    assert kept[5].boxes.tolist() == [[25, 0, 65, 81]]
    assert filtered[5].boxes.tolist() != kept[5].boxes.tolist()
    assert abs(filtered[5].boxes - kept[5].boxes).max() < 3


SEEN = ([[0, 0, 40, 40]], [0.9])


@pytest.mark.parametrize("missed", [1, 2])
def test_after_a_miss_a_track_is_shown_again_only_after_so_many_boxes(missed):
    """A streak is broken by a single frame without a box."""
    frames = [*[SEEN] * 8, *[([], [])] * missed, *[SEEN] * 5]
    shown = [len(each.row) for each in tracking.track(frames, method="sort", min_hits=3)]
    assert shown == [1] * 8 + [0] * missed + [0, 0, 1, 1, 1]


@pytest.mark.parametrize(
    ("how", "first"), [({}, 1), ({"min_hits": 0}, 0), ({"min_hits": 1}, 1), ({"min_hits": 2}, 2)]
)
def test_a_later_track_is_shown_after_so_many_further_boxes(how, first):
    """One by custom."""
    frames = [*[([], [])] * 5, *[SEEN] * 5]
    shown = [len(each.row) for each in tracking.track(frames, method="sort", **how)]
    assert shown == [0] * (5 + first) + [1] * (5 - first)
