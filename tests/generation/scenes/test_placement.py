"""Placing things."""

from __future__ import annotations

import numpy as np

from truebox.generation.chance import Chance
from truebox.generation.scenes.placement import place


def test_things_keep_clear_of_obstacles_and_of_too_much_overlap() -> None:
    half = np.full((40, 6, 2), 30.0)
    obstacles = np.tile([100.0, 100, 200, 200], (40, 1))
    centres, placed = place(half, np.ones((40, 6), bool), obstacles, (640, 480), Chance(1))
    assert placed.mean() > 0.9
    gap = np.abs(centres - [200, 200]).max(axis=2)
    assert gap[placed].min() >= 130  # 100 of the obstacle and 30 of the thing
    assert np.abs(centres[..., 0] - 320).max() < 320 + 30


def test_what_is_absent_is_not_placed() -> None:
    present = np.zeros((3, 4), bool)
    _, placed = place(np.ones((3, 4, 2)), present, np.zeros((3, 4)), (100, 100), Chance(1))
    assert not placed.any()
