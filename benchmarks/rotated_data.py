"""Rotated boxes and concave polygons, spread or crowded."""

from __future__ import annotations

import numpy as np

from benchmarks.call import Array


def rotated_boxes(count: int, field: float, seed: int) -> Array:
    """[count, 5] centre, sides of 10 to 100 pixels, degrees clockwise, on an image of `field` pixels."""
    chance = np.random.default_rng(seed)
    place, side = chance.random((count, 2)) * field, chance.uniform(10, 100, (count, 2))
    return np.column_stack([place, side, chance.uniform(-180, 180, count)])


def corners(boxes: Array) -> Array:
    """The same boxes as quads [count, 4, 2]."""
    turn = np.radians(boxes[:, 4, None])
    along = boxes[:, 2, None] / 2 * np.array([-1, 1, 1, -1])
    across = boxes[:, 3, None] / 2 * np.array([-1, -1, 1, 1])
    x = along * np.cos(turn) - across * np.sin(turn) + boxes[:, 0, None]
    y = along * np.sin(turn) + across * np.cos(turn) + boxes[:, 1, None]
    return np.stack([x, y], axis=-1)


def stars(count: int, points: int, field: float, seed: int) -> Array:
    """[count, points, 2] simple, concave polygons, 20 to 100 pixels across."""
    chance = np.random.default_rng(seed)
    turn = (np.arange(points) + chance.uniform(0.05, 0.95, (count, points))) / points * 2 * np.pi
    reach = chance.uniform(10, 50, (count, points))[..., None]
    return chance.random((count, 1, 2)) * field + reach * np.stack([np.cos(turn), np.sin(turn)], axis=-1)


def agreement(found: Array, expected: Array) -> str:
    """Areas of real shapes are rounded by every tool in its own way; what is more than rounding is shown."""
    difference = float(np.abs(found - expected).max())
    return "equal to 1e-12" if difference < 1e-12 else f"differs by {difference:.1e}"
