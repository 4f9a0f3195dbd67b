"""Who takes whom by the distance of centres, and how pairs differ."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation.protocols.driving.centers.distance import match_centers, pair_errors, yaws


def columns(**other: object) -> dict[str, np.ndarray]:
    held: dict[str, object] = {
        **dict.fromkeys(("x_3d", "y_3d", "velocity_x", "velocity_y"), 0.0),
        **{"width_3d": 2.0, "length_3d": 4.0, "height_3d": 1.0},
        **{"rotation_w": 1.0, "rotation_x": 0.0, "rotation_y": 0.0, "rotation_z": 0.0, "attribute": "a"},
    }
    return {name: np.array([value]) for name, value in (held | other).items()}


def test_the_nearest_that_is_free_is_taken() -> None:
    """The second is nearer to the first object, which is taken, and takes the other one at 2 m alone."""
    found, true = np.array([[0.0, 0.4], [0.0, 0.1]]), np.array([[0.0, 0.0], [0.0, 1.5]])
    one = np.zeros(2, dtype=np.int64)
    assert match_centers(found, one, true, one, np.array([0.3, 0.5, 1.0, 2.0])).tolist() == [
        [-1, 0, 0, 0],
        [0, -1, -1, 1],
    ]


def test_at_exactly_the_limit_nothing_is_found() -> None:
    one = np.zeros(1, dtype=np.int64)
    found, true = np.array([[3.0, 4.0]]), np.zeros((1, 2))
    assert match_centers(found, one, true, one, np.array([5.0, 5.1])).tolist() == [[-1, 0]]


def test_only_those_of_one_group_meet() -> None:
    found, true = np.zeros((2, 2)), np.zeros((2, 2))
    groups = np.array([0, 2]), np.array([1, 2])
    assert match_centers(found, groups[0], true, groups[1], np.array([1.0])).tolist() == [[-1], [1]]


def test_errors_of_a_pair() -> None:
    """3 and 4 m apart; half the height, so that 4 of 8 are shared; 1 m/s; another attribute."""
    found = columns(x_3d=3.0, y_3d=4.0, height_3d=0.5, velocity_x=1.0, attribute="b")
    values = pair_errors(found, columns(), np.array([False]))
    assert values[0] == pytest.approx([5, 0.5, 0, 1, 1])


@pytest.mark.parametrize(("half", "wanted"), [(False, np.pi), (True, 0.0)])
def test_turned_round(half: bool, wanted: float) -> None:
    turned = columns(rotation_w=0.0, rotation_z=1.0)
    assert yaws(turned)[0] == pytest.approx(np.pi)
    assert pair_errors(turned, columns(), np.array([half]))[0, 2] == pytest.approx(wanted, abs=1e-12)


def test_once_the_first_has_its_nearest_object_however_far() -> None:
    found, true = np.array([[0.0, 0, 3], [0, 0, 0.1], [9, 0, 0]]), np.array([[0.0, 0, 0], [8, 0, 0]])
    groups = np.zeros(3, dtype=np.int64), np.zeros(2, dtype=np.int64)
    taken = match_centers(found, groups[0], true, groups[1], np.array([0.5, 4.0]), once=True)
    assert taken.tolist() == [[-1, 0], [-1, -1], [-1, 1]]
