"""Shared area of rotated boxes."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from rotated_samples import corners_of, random_rotated

from truebox import formulas


def test_equals_shapely():
    a, b = random_rotated(80, 1), random_rotated(70, 2)
    left, right = shapely.polygons(corners_of(a)), shapely.polygons(corners_of(b))
    expected = shapely.area(shapely.intersection(left[:, None], right))
    a[:, 4], b[:, 4] = np.radians(a[:, 4]), np.radians(b[:, 4])
    assert formulas.rotated_intersection(np, a[:, None], b) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("turn", [0, 1, 2, 3, 4])
def test_quarter_turns_and_boxes_without_area(turn):
    a = np.array([0, 0, 4, 2, 0.0])
    b = np.array(
        [[0, 0, 4, 2, turn * np.pi / 2], [0, 0, 0, 2, turn * np.pi / 2], [9, 0, 4, 2, turn * np.pi / 2]]
    )
    assert formulas.rotated_intersection(np, a, b) == pytest.approx(
        [8 if turn % 2 == 0 else 4, 0, 0], abs=1e-14
    )
