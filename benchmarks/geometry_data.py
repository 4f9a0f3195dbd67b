"""Boxes of every kind for calls that change, measure or compare shapes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.call import Array
from benchmarks.rotated_data import corners, rotated_boxes

WIDTH, HEIGHT = 640, 480
BOXES = (10, 100, 10_000, 1_000_000)
ROTATED = (1, 10, 1_000)
PAIRS = (1, 10, 100)


@dataclass(frozen=True, slots=True)
class GeometryData:
    """By their number."""

    boxes: dict[int, Array]  # corners [N, 4], float32, some of which leave the image
    rotated: dict[int, Array]  # [N, 5], degrees clockwise
    quads: dict[int, Array]  # their corners [N, 4, 2]
    others: dict[int, tuple[Array, Array]]  # rotated boxes of two sides, most of which overlap
    segments: dict[int, tuple[Array, Array]]  # [N, 2], starts and ends
    solids: dict[int, tuple[Array, Array]]  # [N, 6], corners in space
    upright: dict[int, tuple[Array, Array]]  # [N, 7], of which the last is radians counterclockwise
    pentagons: dict[int, tuple[Array, Array]]  # [N, 5, 2], convex
    stars: dict[int, tuple[Array, Array]]  # [N, 10, 2], every other corner turned in
    people: dict[int, tuple[Array, Array, Array]]  # keypoints [N, 17, 3] of two sides, areas


def geometry_data(quick: bool) -> GeometryData:
    """The same at every call."""
    chance = np.random.default_rng(0)
    counts = BOXES[:3] if quick else BOXES
    rotated = {count: rotated_boxes(count, 600, 5) for count in ROTATED}
    return GeometryData(
        boxes={count: _boxes(count, chance) for count in counts},
        rotated=rotated,
        quads={count: corners(each) for count, each in rotated.items()},
        others={count: (rotated_boxes(count, 20, 1), rotated_boxes(count, 20, 2)) for count in PAIRS},
        segments={count: (_extents(count, 1, chance), _extents(count, 1, chance)) for count in PAIRS},
        solids={count: (_extents(count, 3, chance), _extents(count, 3, chance)) for count in PAIRS},
        upright={count: (_upright(count, chance), _upright(count, chance)) for count in PAIRS},
        pentagons={count: (_pentagons(count, chance), _pentagons(count, chance)) for count in PAIRS},
        stars={count: (_stars(count, chance), _stars(count, chance)) for count in PAIRS},
        people={
            count: (_people(count, chance), _people(count, chance), chance.uniform(500, 20_000, count))
            for count in PAIRS
        },
    )


def _boxes(count: int, chance: np.random.Generator) -> Array:
    low = chance.uniform(-20, 600, (count, 2))
    return np.concatenate((low, low + chance.uniform(10, 100, (count, 2))), axis=1).astype(np.float32)


def _extents(count: int, axes: int, chance: np.random.Generator) -> Array:
    low = chance.uniform(0, 10, (count, axes))
    return np.concatenate((low, low + chance.uniform(5, 12, (count, axes))), axis=1)


def _upright(count: int, chance: np.random.Generator) -> Array:
    middle, size = chance.uniform(0, 6, (count, 3)), chance.uniform(2, 8, (count, 3))
    return np.concatenate((middle, size, chance.uniform(-3, 3, (count, 1))), axis=1)


def _pentagons(count: int, chance: np.random.Generator) -> Array:
    turn = (np.arange(5) + chance.uniform(0, 0.5, (count, 5))) / 5 * 2 * np.pi
    shape = 30 * np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    return chance.uniform(0, 40, (count, 1, 2)) + shape


def _stars(count: int, chance: np.random.Generator) -> Array:
    turn = (np.arange(10) + chance.uniform(0, 0.5, (count, 10))) / 10 * 2 * np.pi
    reach = np.where(np.arange(10) % 2 == 0, 30, 12)[:, None]
    return chance.uniform(0, 40, (count, 1, 2)) + reach * np.stack([np.cos(turn), np.sin(turn)], axis=-1)


def _people(count: int, chance: np.random.Generator) -> Array:
    places = chance.uniform(0, 60, (count, 1, 2)) + chance.uniform(0, 120, (count, 17, 2))
    return np.concatenate((places, chance.integers(0, 3, (count, 17, 1))), axis=2)
