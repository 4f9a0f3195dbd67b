"""Random rotated boxes and polygons of every awkward kind, the same for every test with the same seed."""

from __future__ import annotations

import numpy as np


def random_rotated(count: int, seed: int, field: float = 100.0) -> np.ndarray:
    """[count, 5] cx, cy, width, height, degrees: crowded, a third turned by a multiple of 15."""
    chance = np.random.default_rng(seed)
    angle = chance.uniform(-400, 400, count)
    round_angle = chance.random(count) < 0.34
    angle[round_angle] = np.round(angle[round_angle] / 15) * 15
    center, size = chance.uniform(0, field, (count, 2)), chance.uniform(0.5, 0.6 * field, (count, 2))
    whole = chance.random(count) < 0.34
    center[whole], size[whole] = np.round(center[whole]), np.round(size[whole])
    return np.column_stack([center, size, angle])


def corners_of(boxes: np.ndarray, direction: str = "clockwise") -> np.ndarray:
    """[N, 4, 2], written down independently: turn each corner by a matrix. Quarter turns are exact."""
    degrees = boxes[:, 4] % 360
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    for quarter, (c, s) in enumerate([(1, 0), (0, 1), (-1, 0), (0, -1)]):
        cos[degrees == 90 * quarter], sin[degrees == 90 * quarter] = c, s
    if direction == "counterclockwise":
        sin = -sin
    turn = np.stack([np.stack([cos, -sin], -1), np.stack([sin, cos], -1)], 1)
    flat = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * boxes[:, None, 2:4]
    return np.einsum("nij,nkj->nki", turn, flat) + boxes[:, None, :2]


def random_stars(count: int, corners: int, seed: int, field: float = 100.0) -> np.ndarray:
    """[count, corners, 2]: simple, mostly concave polygons, half of them written the other way round."""
    chance = np.random.default_rng(seed)
    # No gap of half a turn, else the centre lies outside and edges may cross.
    part = (np.arange(corners) + chance.uniform(0.05, 0.95, (count, corners))) / corners
    reach = chance.uniform(0.05, 0.5, (count, corners)) * field
    center = chance.uniform(0, field, (count, 1, 2))
    stars = center + reach[..., None] * np.stack([np.cos(part * 2 * np.pi), np.sin(part * 2 * np.pi)], -1)
    stars[::2] = stars[::2, ::-1]
    return stars
