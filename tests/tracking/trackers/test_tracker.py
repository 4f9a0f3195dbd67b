"""Trackers: what each can and cannot follow, ids of their own, rows of the input."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from track_worlds import walking_pair

from truebox import tracking
from truebox.errors import ArgumentError
from truebox.tracking import ByteTracker, IouTracker, SortTracker
from truebox.tracking.trackers.tracker import Tracker
from truebox.tracking.whole_sequences import METHODS

KINDS = sorted(METHODS)


@pytest.mark.parametrize("method", KINDS)
def test_two_objects_have_two_tracks(method):
    found = tracking.track(walking_pair(), method=method)
    assert len(found) == 12
    assert {track for each in found for track in each.track_id.tolist()} == {1, 2}
    for (boxes, _), each in zip(walking_pair(), found, strict=True):
        np.testing.assert_array_equal(each.boxes, np.asarray(boxes, dtype=float)[each.row])


@pytest.mark.parametrize("method", KINDS)
def test_no_ids_are_shared_between_instances(method):
    one, other = (METHODS[method]() for _ in range(2))
    assert one.update([[0, 0, 9, 9]], [0.9]).track_id.tolist() == [1]
    assert other.update([[0, 0, 9, 9]], [0.9]).track_id.tolist() == [1]


@pytest.mark.parametrize("method", KINDS)
def test_labels_are_not_joined(method):
    frames = [([[0, 0, 40, 40]], [0.9], [t % 2]) for t in range(4)]
    options = {"max_age": 5, "min_hits": 0} if method in ("sort", "ocsort") else {}
    options = {"min_length": 1} if method == "iou-tracker" else options
    found = tracking.track(frames, method=method, **options)
    ids = [each.track_id.tolist() for each in found]
    assert ids[0] != ids[1]


@pytest.mark.parametrize("method", KINDS)
def test_empty_frames_and_formats(method):
    frames = [([[0, 0, 40, 40]], [0.9]), ([], []), ([[1, 0, 40, 40]], [0.9])]
    found = tracking.track(frames, method=method, box_format="xywh")
    assert [len(each.row) for each in found][1] == 0
    assert tracking.track([], method=method) == []


@pytest.mark.parametrize(
    ("boxes", "scores", "message"),
    [
        ([[0, 0, 9]], [1], "boxes has shape"),
        ([[0, 0, 9, 9]], [1, 1], r"scores has shape \(2,\)"),
        ([[0, 0, 9, 9]], [float("nan")], r"scores\[0\] is nan"),
    ],
)
def test_what_is_refused(boxes, scores, message):
    with pytest.raises(ArgumentError, match=message):
        tracking.ByteTracker().update(boxes, scores)


@pytest.mark.parametrize(
    ("tracker", "wrong", "said"),
    [
        (ByteTracker, {"high_score": "x"}, "high_score is 'x'; expected a number"),
        (ByteTracker, {"new_score": float("nan")}, "new_score=nan: expected a finite number"),
        (SortTracker, {"max_age": 2.5}, "max_age is 2.5; expected a whole number"),
        (SortTracker, {"keep": [1]}, r"keep is \[1\]; expected a text"),
        (IouTracker, {"low_score": None}, "low_score is None; expected a number"),
    ],
)
def test_what_a_tracker_cannot_follow_by_is_refused_when_it_is_made(
    tracker: type[Tracker], wrong: dict[str, Any], said: str
) -> None:
    with pytest.raises(ArgumentError, match=said):
        tracker(**wrong)


@pytest.mark.parametrize("age", [None, 1, 3])
@pytest.mark.parametrize(
    ("method", "name"), [("sort", "max_age"), ("ocsort", "max_age"), ("bytetrack", "max_lost")]
)
def test_a_track_lives_through_as_many_frames_as_it_is_told(method, name, age):
    """All three papers' code forgets a track once it was unseen in more frames than that; 30 by custom."""
    still = ([[0, 0, 40, 40]], [0.9])
    most, how = (30, {}) if age is None else (age, {name: age})
    for missed in (most, most + 1):
        found = tracking.track([still, still, *[([], [])] * missed, still, still], method=method, **how)
        assert found[-1].track_id.tolist() == [1 if missed == most else 2]


def crowd(seed, frames=40, count=14):
    """Objects that walk at random through a small room, often missed, of two classes."""
    chance = np.random.default_rng(seed)
    place, size, label = (
        chance.uniform(-60, 60, (count, 2)),
        chance.uniform(15, 45, (count, 2)),
        np.arange(count) % 2,
    )
    for _ in range(frames):
        place = place + chance.normal(0, 4, (count, 2))
        seen = chance.permutation(np.flatnonzero(chance.random(count) < 0.75))
        yield np.hstack([place, place + size])[seen], chance.uniform(0.2, 1, len(seen)), label[seen]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("method", KINDS)
def test_in_a_crowd_a_box_has_one_track_and_a_track_one_box_and_one_class(method, seed):
    frames, classes = list(crowd(seed)), {}
    found = tracking.track(frames, method=method)
    for (boxes, _, labels), each in zip(frames, found, strict=True):
        assert len(set(each.row.tolist())) == len(set(each.track_id.tolist())) == len(each.row)
        np.testing.assert_array_equal(each.boxes, boxes[each.row])
        for track, label in zip(each.track_id.tolist(), labels[each.row].tolist(), strict=True):
            assert classes.setdefault(track, label) == label
    assert len(classes) >= 14


@pytest.mark.parametrize("boxes", [[[0, 0, 40, 40]], [[500, 0, 540, 40]]])
@pytest.mark.parametrize(
    ("method", "least"),
    [("sort", {"min_hits": 0}), ("ocsort", {"min_hits": 0}), ("iou-tracker", {"min_length": 1})],
)
def test_a_threshold_of_nothing_joins_no_other_class(method, least, boxes):
    """Nor where the other stands on the very place, and what needs no overlap joins any of its own."""
    frames = [([[0, 0, 40, 40]], [0.9], [1])] * 3
    last = tracking.track([*frames, (boxes, [0.9], [2])], method=method, iou_threshold=0.0, **least)[-1]
    assert last.track_id.tolist() == [2]


@pytest.mark.parametrize("method", METHODS)
def test_texts_are_no_scores(method: str) -> None:
    with pytest.raises(ArgumentError, match=r"scores has dtype .*; expected numbers"):
        METHODS[method]().update([[0, 0, 9, 9]], ["sure"])
