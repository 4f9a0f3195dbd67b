"""Directions: how far apart, and what they may be instead."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

from truebox.fitting.cuboids.directions import degrees, turn_between, turned, wrapped, yaw_of


def test_angles_are_the_shorter_way_round() -> None:
    assert wrapped(np.array([3.5 * pi, -pi / 2])) == pytest.approx([-pi / 2, -pi / 2])
    assert turn_between(np.array([2 * pi - 0.1, pi + 0.2])) == pytest.approx([0.1, pi - 0.2])


def test_quaternions() -> None:
    angles = np.linspace(-3, 3, 7)
    none = np.zeros(7)
    assert yaw_of(np.stack([np.cos(angles / 2), none, none, np.sin(angles / 2)], axis=1)) == pytest.approx(
        angles
    )


def test_one_row_takes_each_change_back() -> None:
    true = np.linspace(-2.9, 2.9, 9)
    written = {
        "counted the other way round": -true,
        "half a turn further": true + pi,
        "a quarter turn further": true + pi / 2,
        "a quarter turn less": true - pi / 2,
        "counted the other way round from a quarter turn on": pi / 2 - true,
        "counted the other way round from a quarter turn before": -true - pi / 2,
    }
    for what, found in written.items():
        right = [each.what for each in turned(("heading",), found, true) if each.error.max() < 1e-9]
        assert right == [what]
    in_degrees = degrees(("heading",), np.degrees(true)[:, None], true[:, None])
    assert in_degrees.error == pytest.approx(0)
