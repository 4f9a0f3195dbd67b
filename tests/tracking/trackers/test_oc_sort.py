"""OC-SORT: what a track does after a gap, which way it goes, and what it was last seen as."""

from __future__ import annotations

import numpy as np
import pytest
from track_worlds import walking_pair

from truebox import tracking
from truebox.errors import ArgumentError


def box(x, y=0.0, size=40.0):
    return [x, y, x + size, y + size]


def test_a_track_goes_on_after_a_gap_or_is_forgotten():
    found = tracking.track(walking_pair(gap=(5, 6, 7)), method="ocsort")
    assert max(track for each in found for track in each.track_id.tolist()) == 2
    forgotten = tracking.track(walking_pair(gap=(5, 6, 7)), method="ocsort", max_age=2)
    assert max(track for each in forgotten for track in each.track_id.tolist()) == 3


def test_when_a_track_is_shown():
    """At once in the first frames; later after so many further boxes."""
    late = [([], [])] * 5 + [([box(0)], [0.9])] * 5
    for hits in (1, 3):
        shown = [len(each.row) for each in tracking.track(late, method="ocsort", min_hits=hits)]
        assert shown == [0] * (5 + hits) + [1] * (5 - hits)
    early = tracking.track([([box(0)], [0.9])] * 4, method="ocsort", min_hits=3)
    assert [len(each.row) for each in early] == [1] * 4


@pytest.mark.parametrize("missed", [1, 2])
def test_after_a_miss_a_track_is_shown_again_only_after_so_many_boxes(missed):
    """A streak is broken by a single frame without a box."""
    seen = ([box(0)], [0.9])
    frames = [*[seen] * 8, *[([], [])] * missed, *[seen] * 5]
    shown = [len(each.row) for each in tracking.track(frames, method="ocsort", min_hits=3)]
    assert shown == [1] * 8 + [0] * missed + [0, 0, 1, 1, 1]


def test_recovery_by_the_box_last_seen():
    """It ran, stopped unseen, and stands where it was: the guess has run past, the last box has not."""
    runs = [([box(12 * t)], [0.9]) for t in range(8)]
    stands = [*runs, *[([], [])] * 6, ([box(90)], [0.9])]
    sort = tracking.track(stands, method="sort", min_hits=0)
    ours = tracking.track(stands, method="ocsort", min_hits=0)
    assert sort[-1].track_id.tolist() == [2]
    assert ours[-1].track_id.tolist() == [1]


@pytest.mark.parametrize("order", [[0, 1], [1, 0]])
def test_a_box_that_is_taken_is_no_recovery(order):
    """Of two that overlap one is gone: it does not come back in the other's box, whichever row that is."""
    both = [([box(0), box(10)], [0.9, 0.9])] * 3
    one = [box(0), box(500)]
    last = tracking.track([*both, ([one[k] for k in order], [0.9, 0.9])], method="ocsort", min_hits=0)[-1]
    assert sorted(last.track_id.tolist()) == [1, 3]
    assert sorted(last.row.tolist()) == [0, 1]


def test_the_filter_goes_again_along_a_straight_line():
    """After a gap it is where one is that saw the object on the line all the time (the paper's re-update)."""
    x = [0.0, 3, 6, 9, 12, 15, 18, 21, 24, 27]
    seen_always = [([box(each)], [0.9]) for each in x]
    with_gap = [([], []) if t in (5, 6, 7) else frame for t, frame in enumerate(seen_always)]
    always, gap = (
        tracking.track(frames, method="ocsort", keep="filtered", min_hits=0)
        for frames in (seen_always, with_gap)
    )
    np.testing.assert_allclose(gap[8].boxes, always[8].boxes, rtol=0, atol=1e-9)
    np.testing.assert_allclose(gap[9].boxes, always[9].boxes, rtol=0, atol=1e-9)
    sort = tracking.track(with_gap, method="sort", keep="filtered", min_hits=0)
    assert abs(sort[8].boxes - always[8].boxes).max() > 1e-6


def test_two_that_come_back_at_once_go_each_through_a_gap_of_its_own():
    """As above, whichever of two was missed longer."""
    seen_always = [([box(3 * t), box(2 * t, 300)], [0.9, 0.9]) for t in range(10)]

    def missed(t, row):
        return t in ((5, 6, 7), (7,))[row]

    for order in ([0, 1], [1, 0]):
        with_gaps = []
        for t, (boxes, _) in enumerate(seen_always):
            kept = [boxes[row] for row in (0, 1) if not missed(t, order[row])]
            with_gaps.append((kept, [0.9] * len(kept)))
        always, gaps = (
            tracking.track(frames, method="ocsort", keep="filtered", min_hits=0)
            for frames in (seen_always, with_gaps)
        )
        for t in (8, 9):
            assert gaps[t].track_id.tolist() == always[t].track_id.tolist() == [1, 2]
            np.testing.assert_allclose(gaps[t].boxes, always[t].boxes, rtol=0, atol=1e-9)


def crossing(t):
    """Two boxes near a walker that goes right; one of equal overlap lies before it, one behind."""
    return [box(4 * t)] if t < 6 else [box(4 * t - 14), box(4 * t + 14)]


def test_a_track_chooses_the_way_it_is_heading():
    frames = [(crossing(t), [0.9] * len(crossing(t))) for t in range(7)]
    rows = {}
    for weight in (0.0, 0.2, 1.0):
        last = tracking.track(frames, method="ocsort", direction_weight=weight, min_hits=0)[-1]
        rows[weight] = int(last.row[last.track_id == 1][0])
    assert rows[0.2] == rows[1.0] == 1  # the box before it
    back = tracking.track(frames, method="ocsort", direction_weight=-0.2, min_hits=0)[-1]
    assert back.row[back.track_id == 1].tolist() == [0]


@pytest.mark.parametrize("begin", [0.0, 200.0, -200.0])
def test_ways_do_not_depend_on_where_the_picture_begins(begin):
    """In the third frame, when little was seen: the way was to the left, wherever that is."""
    walk = [[box(begin)], [box(begin - 4)], [box(begin - 8 - 14), box(begin - 8 + 14)]]
    frames = [(boxes, [0.9] * len(boxes)) for boxes in walk]
    last = tracking.track(frames, method="ocsort", direction_weight=1.0, min_hits=0)[-1]
    assert last.row[last.track_id == 1].tolist() == [0]


def test_a_row_is_that_of_the_input():
    """Boxes of too low a score keep their places."""
    frames = [([box(300), box(t)], [0.1, 0.9]) for t in range(4)]
    found = tracking.track(frames, method="ocsort", score_threshold=0.5)
    assert [each.row.tolist() for each in found] == [[1]] * 4


@pytest.mark.parametrize("frames", [0, -1, 1.5])
def test_a_direction_needs_a_frame(frames):
    with pytest.raises(ArgumentError, match=r"direction_frames.* whole number"):
        tracking.OcSortTracker(direction_frames=frames)
