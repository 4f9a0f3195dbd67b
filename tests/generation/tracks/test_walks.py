"""`make_walks`: straight ways, and what nearer people cover."""

from __future__ import annotations

import numpy as np

from truebox.generation.chance import Chance
from truebox.generation.tracks.walks import WIDTH, make_walks


def test_every_person_is_there_without_a_break_and_moves_at_one_pace() -> None:
    walks = make_walks(80, Chance(3))
    assert (np.diff(walks.frame) >= 0).all()
    for person in np.unique(walks.person):
        own = walks.person == person
        assert (np.diff(walks.frame[own]) == 1).all()
        steps = np.diff(walks.boxes[own, 0])
        assert len(steps) == 0 or np.ptp(steps) <= 1  # whole pixels of one pace
        assert not walks.standing[own].any() or (steps == 0).all()
    middle = walks.boxes[:, 0] + walks.boxes[:, 2] / 2
    assert middle.min() >= 0
    assert middle.max() <= WIDTH


def test_visible_is_what_the_nearer_leave() -> None:
    walks = make_walks(40, Chance(5))
    for row in range(0, len(walks), 17):
        x, y, w, h = walks.boxes[row]
        covered = 0.0
        for other in np.flatnonzero(walks.frame == walks.frame[row]):
            left, top, wide, high = walks.boxes[other]
            if top + high > y + h:
                across = max(0.0, min(x + w, left + wide) - max(x, left))
                down = max(0.0, min(y + h, top + high) - max(y, top))
                covered = max(covered, across * down / (w * h))
        assert abs(walks.visible[row] - (1 - covered)) <= 0.01 + 1e-12


def test_one_frame_is_enough() -> None:
    assert set(make_walks(1, Chance(1)).frame.tolist()) == {0}
