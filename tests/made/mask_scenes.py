"""Masks and polygons for tests: shapes as detectors draw them, and noise that nothing draws."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

KINDS = ("blob", "stripes", "noise", "dots", "empty", "full", "edge", "rings")


def dense_mask(kind: str, height: int, width: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    """One mask [height, width] of the named kind."""
    y, x = np.mgrid[0:height, 0:width]
    cy, cx = rng.uniform(0, height), rng.uniform(0, width)
    distance = np.hypot(y - cy, x - cx)
    radius = rng.uniform(0.1, 0.5) * max(height, width)
    wobble = 1 + 0.3 * np.sin(5 * np.arctan2(y - cy, x - cx) + rng.uniform(0, 6))
    made = {
        "blob": distance < radius * wobble,
        "stripes": (y // max(1, int(rng.integers(1, 5)))) % 2 == 0,
        "noise": rng.random((height, width)) < rng.uniform(0.1, 0.9),
        "dots": rng.random((height, width)) < 0.02,
        "empty": np.zeros((height, width), bool),
        "full": np.ones((height, width), bool),
        "edge": (x == 0) | (y == height - 1) | (x == width - 1),
        "rings": (distance.astype(int) // 3) % 2 == 0,
    }
    return np.ascontiguousarray(made[kind])


def dense_stack(count: int, height: int, width: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    """`count` masks [count, height, width] of all kinds in turn."""
    masks = [dense_mask(KINDS[i % len(KINDS)], height, width, rng) for i in range(count)]
    return np.array(masks).reshape(count, height, width)


def outline(height: int, width: int, rng: np.random.Generator) -> list[float]:
    """One polygon ``[x1, y1, ...]``: star-shaped, crossing itself, on half pixels, outside, or tiny."""
    points = int(rng.integers(3, 40))
    kind = rng.integers(0, 6)
    if kind == 0:  # anywhere, crossing itself, partly outside
        xy = rng.uniform(-0.5, 1.5, (points, 2)) * (width, height)
    elif kind == 1:  # whole and half pixels, where rounding decides
        xy = rng.integers(-4, 2 * max(height, width) + 4, (points, 2)) / 2
    elif kind == 2:  # fifths, the reference's own grid
        xy = rng.integers(-10, 5 * max(height, width) + 10, (points, 2)) / 5
    elif kind == 3:  # smaller than a pixel
        xy = rng.uniform(0, 1, (points, 2)) + rng.uniform(0, 1, 2) * (width, height)
    else:
        angle = np.sort(rng.uniform(0, 2 * np.pi, points))
        radius = rng.uniform(0.1, 0.5, points) * max(height, width)
        xy = np.stack([np.cos(angle), np.sin(angle)], axis=1) * radius[:, None]
        xy = xy + rng.uniform(0, 1, 2) * (width, height)
        if kind == 5:
            xy = np.round(xy, 2)
    if rng.random() < 0.2:
        xy = np.repeat(xy, 2, axis=0)  # every point twice
    return xy.ravel().astype(float).tolist()
