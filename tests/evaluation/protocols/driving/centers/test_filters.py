"""What stands in a box in space, and who is far from the car."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation.protocols.driving.centers.filters import RANGES, points_inside

BOX = {"x_3d": 10.0, "y_3d": 0.0, "z_3d": 0.0, "width_3d": 2.0, "length_3d": 4.0, "height_3d": 2.0}
EIGHTH = np.pi / 8


@pytest.mark.parametrize(
    ("rotation", "inside"),
    [
        ((1, 0, 0, 0), [True, False, False]),
        ((0.5**0.5, 0, 0, 0.5**0.5), [False, True, False]),  # a quarter turn about the upright axis
        ((np.cos(EIGHTH), 0, 0, np.sin(EIGHTH)), [False, False, True]),  # half of one
        ((0.5**0.5, 0, 0.5**0.5, 0), [False, False, False]),  # its length stands upright
    ],
)
def test_a_box_turns_its_length(rotation: tuple[float, ...], inside: list[bool]) -> None:
    box = BOX | dict(zip(("rotation_w", "rotation_x", "rotation_y", "rotation_z"), rotation, strict=True))
    points = np.array([[11.9, 0.1, 0.0], [10.1, 1.9, 0.0], [11.2, 1.3, 0.0]])
    assert points_inside(box, points).tolist() == inside


def test_ranges_are_those_of_the_task() -> None:
    assert {RANGES["car"], RANGES["pedestrian"], RANGES["barrier"]} == {50, 40, 30}
    assert len(RANGES) == 10
