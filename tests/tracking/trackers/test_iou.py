"""The IoU tracker: tracks that were never certain."""

from __future__ import annotations

from truebox import tracking


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
