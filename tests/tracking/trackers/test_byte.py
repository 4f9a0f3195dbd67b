"""ByteTrack: gaps, and boxes of low score."""

from __future__ import annotations

import pytest
from track_worlds import walking_pair

from truebox import tracking


def test_low_scores_continue_and_begin_nothing():
    frames = [([[t, 0, t + 40, 40]], [0.9 if t < 3 else 0.2]) for t in range(6)]
    found = tracking.track(frames, method="bytetrack")
    assert [each.track_id.tolist() for each in found] == [[1]] * 6
    assert all(
        not len(each.row) for each in tracking.track([([[0, 0, 9, 9]], [0.2])] * 4, method="bytetrack")
    )


def test_a_track_goes_on_after_a_gap():
    found = tracking.track(walking_pair(gap=(5, 6, 7)), method="bytetrack")
    assert max(track for each in found for track in each.track_id.tolist()) == 2
    forgotten = tracking.track(walking_pair(gap=(5, 6, 7)), method="bytetrack", max_lost=1)
    assert max(track for each in forgotten for track in each.track_id.tolist()) == 3


def test_a_later_track_is_shown_from_its_second_box_on():
    frames = [([], []), *[([[0, 0, 40, 40]], [0.9])] * 2]
    assert [len(each.row) for each in tracking.track(frames, method="bytetrack")] == [0, 0, 1]


@pytest.mark.parametrize(
    ("score", "goes_on"), [(0.1, False), (0.11, True), (0.49, True), (0.5, False), (0.51, True)]
)
def test_a_score_of_a_limit_itself_takes_no_part(score, goes_on):
    """The published code asks for more than the one, and for more or less than the other."""
    tracker = tracking.ByteTracker(high_score=0.5, low_score=0.1)
    tracker.update([[0, 0, 40, 40]], [0.9])
    assert tracker.update([[0, 0, 40, 40]], [score]).track_id.tolist() == ([1] if goes_on else [])


@pytest.mark.parametrize(("width", "comes_back"), [(17, True), (18, False), (16, True)])
def test_of_two_tracks_on_one_place_the_shorter_goes(width, comes_back):
    """Lost beside a tracked one that it overlaps by more than .85: 17/20 itself is not more."""
    both = ([[0, 0, 20, 16], [0, 0, width, 16]], [0.9, 0.9])
    found = tracking.track([both, ([[0, 0, 20, 16]], [0.9]), both, both], method="bytetrack")
    assert found[1].track_id.tolist() == [1]
    assert found[3].track_id.tolist() == ([1, 2] if comes_back else [1, 3])
