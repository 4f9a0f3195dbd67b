"""What there is to see of an event: rows that count, and the part of the picture around them."""

from __future__ import annotations

import numpy as np

from truebox.drawing.events.event_scene import EventScene, SeenTracks
from truebox.evaluation import evaluate_tracks


def seen(rows):
    frame, track, boxes = zip(*rows, strict=True)
    return SeenTracks(np.array(frame), np.array(track), np.array(boxes, float))


def test_a_way_ends_at_the_gap_before_it():
    side = seen([(frame, 1, (frame, 0, frame + 2, 2)) for frame in (1, 2, 5, 6, 7)])
    assert side.way(1, 6, 25).tolist() == [[6.0, 1.0], [7.0, 1.0]]
    assert side.way(1, 2, 25).tolist() == [[2.0, 1.0], [3.0, 1.0]]
    assert side.way(2, 6, 25).tolist() == []


def test_frames_count_as_the_files_do_and_boxes_become_corners():
    side = {"frames": [11, 12], "ids": [7, 7], "boxes": [[10, 20, 30, 40]] * 2}
    result = evaluate_tracks(side, side)
    scene = EventScene.of(result, 0, 0, ("", "object", 11, "new id", 7, 7, None, 0, 1.0))
    (first,) = (frame for frame in range(0, 20) if scene.truth.at(frame) and not scene.truth.at(frame - 1))
    assert first == 11
    assert scene.truth.at(11)[7].tolist() == [10, 20, 40, 60]
    assert (scene.true_ids, scene.found_ids) == ({7}, {7})


def test_the_crop_holds_what_the_event_is_about_and_stays_in_the_picture():
    box = (0.0, 100.0, 40.0, 200.0)
    side = seen([(1, 7, box), (1, 8, (900, 0, 950, 50))])
    scene = EventScene(side, side, {7}, {7}, 1, 1)
    left, top, right, bottom = scene.crop(1, 1, (960.0, 540.0)).tolist()
    assert left == 0.0
    assert top <= 100
    assert (right >= 40, bottom >= 200) == (True, True)
    assert right < 900
    small = scene.crop(1, 1, (30.0, 50.0)).tolist()
    assert small == [0, 0, 30, 50]


def test_without_a_row_the_whole_picture_is_shown():
    side = seen([(1, 7, (0, 0, 5, 5))])
    assert EventScene(side, side, {3}, set(), 1, 1).crop(1, 1, (64.0, 48.0)).tolist() == [0, 0, 64, 48]
