"""Errors of cuboids, by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from truebox.evaluation.protocols.driving.centers.cuboid_errors import cuboid_errors, directions

NAMES = ("x_3d", "y_3d", "z_3d", "length_3d", "width_3d", "height_3d")


def cuboid(yaw: float = 0.0, **other: float) -> dict[str, Any]:
    held = dict(zip(NAMES, (0, 0, 0, 4, 2, 2), strict=True)) | other
    held |= {"rotation_w": np.cos(yaw / 2), "rotation_x": 0, "rotation_y": 0, "rotation_z": np.sin(yaw / 2)}
    return {name: np.array([value], dtype=float) for name, value in held.items()}


def test_distance_and_sizes() -> None:
    found = cuboid(x_3d=2, y_3d=3, z_3d=6, length_3d=2, height_3d=4)
    assert cuboid_errors(found, cuboid())[0] == pytest.approx([7, 1 - 8 / 32, 0])


@pytest.mark.parametrize(("a", "b", "turn"), [(3, -3, 2 * np.pi - 6), (1, -1, 2), (0, np.pi, np.pi)])
def test_turns_go_the_short_way(a: float, b: float, turn: float) -> None:
    for whole in (False, True):
        assert cuboid_errors(cuboid(a), cuboid(b), whole_turn=whole)[0, 2] == pytest.approx(turn)


def test_directions_are_those_of_scipy() -> None:
    """Also of tilted boxes, and within a rounding of half a turn, where a bit decides what two are apart."""
    rotations = pytest.importorskip("scipy.spatial.transform").Rotation
    chance = np.random.default_rng(0)
    near = chance.choice([0, 1e-17, 6e-17, 1.2e-16, 2e-16, 4e-16, 1e-15], 400) * chance.choice([1, -1], 400)
    zero = np.zeros(400)
    half = np.stack([near, zero, zero, chance.choice([1.0, -1.0], 400)], axis=1)
    for turned, most in ((half, 0), (chance.normal(size=(400, 4)), 2e-14)):
        matrices = rotations.from_quat(turned[:, [1, 2, 3, 0]]).as_matrix()
        expected = rotations.from_matrix(matrices).as_euler("xyz")[:, 2]
        names = [f"rotation_{name}" for name in "wxyz"]
        ours = directions(dict(zip(names, turned.T, strict=True)))
        assert np.abs(ours - expected).max() <= most
