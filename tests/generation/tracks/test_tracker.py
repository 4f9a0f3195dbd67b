"""`follow`: what each habit of a tracker does to ids, on detections written by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.generation.chance import Chance
from truebox.generation.tracks.sightings import Sightings
from truebox.generation.tracks.tracker import TRACKERS, ImaginaryTracker, follow

FAULTLESS = ImaginaryTracker(name="X", patience=2, exchanges=0, breaks=0, misses=0, ghosts=0)


def sightings(*rows: tuple[int, int, int], ghosts: int = 0) -> Sightings:
    """Of frame, person and left side."""
    frame, person, left = (np.array(column) for column in zip(*rows, strict=True))
    boxes = np.stack([left, 0 * left, 0 * left + 10, 0 * left + 10], axis=1).astype(float)
    return Sightings(frame=frame, person=person, boxes=boxes, scores=np.ones(len(rows)), ghosts=ghosts)


def test_a_gap_is_bridged_or_begins_a_new_id() -> None:
    followed = follow(sightings((0, 0, 0), (3, 0, 0), (7, 0, 0)), 1, FAULTLESS, Chance(1))
    assert followed.track.tolist() == [1, 1, 2]
    assert (followed.planted["gaps"], followed.planted["returns"]) == (1, 1)


def test_two_who_meet_exchange_their_ids_once() -> None:
    rows = [(0, 0, 0), (0, 1, 50), (1, 0, 20), (1, 1, 22), (2, 0, 21), (2, 1, 22), (3, 0, 50), (3, 1, 0)]
    followed = follow(sightings(*rows), 2, replace(FAULTLESS, exchanges=1), Chance(1))
    assert followed.track.tolist() == [1, 2, 2, 1, 2, 1, 2, 1]
    assert followed.planted["exchanges"] == 1


def test_breaks_and_misses() -> None:
    seen = sightings(*((frame, 0, 0) for frame in range(5)))
    assert follow(seen, 1, replace(FAULTLESS, breaks=1), Chance(1)).track.tolist() == [1, 2, 3, 4, 5]
    missed = follow(seen, 1, replace(FAULTLESS, misses=1), Chance(1))
    assert (len(missed.rows), missed.planted["missed"]) == (0, 5)


@pytest.mark.parametrize(("share", "tracks"), [(0, 0), (1, 2)])
def test_ghosts_are_followed_or_not(share: float, tracks: int) -> None:
    seen = sightings((0, 0, 0), (0, 1, 50), (1, 2, 90), ghosts=2)
    followed = follow(seen, 1, replace(FAULTLESS, ghosts=share), Chance(1))
    assert followed.planted["false_tracks"] == tracks
    assert len(followed.rows) == 1 + tracks


@pytest.mark.parametrize("habit", [{"name": "a/b"}, {"patience": -1}, {"exchanges": 2}, {"ghosts": -1}])
def test_impossible_habits_are_refused(habit: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError):
        replace(FAULTLESS, **habit)


@pytest.mark.parametrize("wrong", [{"name": 3}, {"patience": "a"}, {"misses": None}])
def test_habits_of_another_kind_are_refused_by_name(wrong: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError, match=f"{next(iter(wrong))} is "):
        replace(TRACKERS[0], **wrong)
