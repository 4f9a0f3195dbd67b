"""`see`: who is hidden is seen less, boxes are near, ghosts are nobody."""

from __future__ import annotations

import numpy as np

from truebox.generation.chance import Chance
from truebox.generation.tracks.sightings import see
from truebox.generation.tracks.walks import make_walks


def test_hidden_people_are_seen_less() -> None:
    walks = make_walks(400, Chance(1))
    seen = see(walks, Chance(2))
    there = set(zip(seen.frame.tolist(), seen.person.tolist(), strict=True))
    pairs = zip(walks.frame.tolist(), walks.person.tolist(), strict=True)
    found = np.array([each in there for each in pairs])
    assert found[walks.visible > 0.5].mean() > 0.95
    assert found[walks.visible < 0.25].mean() < 0.3


def test_boxes_are_near_and_ghosts_come_last() -> None:
    walks = make_walks(60, Chance(1))
    seen = see(walks, Chance(2))
    people = int(walks.person.max()) + 1
    assert set(seen.person[seen.person >= people].tolist()) == set(range(people, people + 4))
    pairs = zip(walks.frame.tolist(), walks.person.tolist(), strict=True)
    true = dict(zip(pairs, walks.boxes, strict=True))
    for row in np.flatnonzero(seen.person < people):
        box = true[int(seen.frame[row]), int(seen.person[row])]
        assert (np.abs(seen.boxes[row] - box) <= 0.075 * box[[2, 3, 2, 3]] + 0.1).all()
    assert (seen.frame < 60).all()
    assert (np.diff(seen.frame) >= 0).all()


def test_a_short_sequence_has_no_ghosts() -> None:
    assert see(make_walks(3, Chance(1)), Chance(2)).ghosts == 0
