"""The IoU tracker: tracks that were never certain."""

from __future__ import annotations

import pytest

from truebox import tracking
from truebox.tracking import IouTracker


def test_tracks_that_were_never_certain_are_not_kept():
    frames = [([[0, 0, 40, 40], [90, 0, 130, 40]], [0.9, 0.4])] * 4
    found = tracking.track(frames, method="iou-tracker")
    assert [each.row.tolist() for each in found] == [[0]] * 4


def test_the_oldest_track_chooses_first():
    first, between = [0, 0, 40, 40], [8, 0, 48, 40]
    tracker = tracking.IouTracker(iou_threshold=0.3)
    tracker.update([first, [20, 0, 60, 40]], [0.9, 0.9])
    found = tracker.update([between], [0.9])
    assert found.track_id.tolist() == [1]


@pytest.mark.parametrize(
    "how", [{}, {"low_score": 0.3, "high_score": 0.6, "iou_threshold": 0.5, "min_length": 2}]
)
def test_every_limit_itself_is_enough(how):
    """Given, and as they are where none is."""
    whole, half = [0, 0, 40, 40], [0, 0, 40, 20]  # an overlap of a half to the last bit
    for scores, overlapping, ids in (
        ((0.6, 0.3), half, [[1], [1]]),
        ((0.6, 0.29), half, [[1], []]),
        ((0.6, 0.3), [0, 0, 40, 19], [[1], [2]]),
    ):
        tracker = IouTracker(**how)
        found = [
            tracker.update([box], [score]) for box, score in zip((whole, overlapping), scores, strict=True)
        ]
        assert [each.track_id.tolist() for each in found] == ids
    for score, boxes, kept in ((0.6, 2, True), (0.59, 2, False), (0.6, 1, False)):
        tracker = IouTracker(**how)
        for _ in range(boxes):
            tracker.update([whole], [score])
        assert tracker.accepted([1]).tolist() == [kept]
