"""`make_track_world`: one seed, one world; faults are those declared."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.generation import TRACKERS, make_track_world


def test_one_seed_is_one_world() -> None:
    first, again, other = make_track_world(20), make_track_world(20), make_track_world(20, seed=8)
    for number in range(3):
        np.testing.assert_array_equal(first.seen[number].boxes, again.seen[number].boxes)
        np.testing.assert_array_equal(first.followed[1][number].track, again.followed[1][number].track)
    assert first.planted == again.planted
    assert first.planted != other.planted
    assert len({walks.boxes.tobytes() for walks in first.walks}) == 3


def test_a_tracker_without_faults_has_none() -> None:
    perfect = replace(TRACKERS[0], patience=100, exchanges=0.0, breaks=0.0, misses=0.0, ghosts=0.0)
    world = make_track_world(50, trackers=[perfect])
    assert {name for name, count in world.planted["A"].items() if count} == {"gaps"}
    for seen, followed in zip(world.seen, world.followed[0], strict=True):
        pairs = set(zip(seen.person[followed.rows].tolist(), followed.track.tolist(), strict=True))
        assert len(pairs) == len(np.unique(followed.track)) == len({person for person, _ in pairs})


@pytest.mark.parametrize("given", [{"frames": 0}, {"seed": -1}, {"trackers": [TRACKERS[0]] * 2}])
def test_what_cannot_be_made_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError):
        make_track_world(**given)
