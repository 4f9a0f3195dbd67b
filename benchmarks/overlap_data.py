"""Boxes on a quarter-pixel grid: every formula's areas are exact there, so all answers must agree."""

from __future__ import annotations

import numpy as np

from benchmarks.call import Array


def grid_boxes(count: int, dtype: str, seed: int) -> Array:
    """Corner boxes [count, 4] with sides up to 128 pixels, multiples of 1/4, in an image of 512 pixels.

    An area then needs at most 18 bits and fits float32 exactly.
    """
    chance = np.random.default_rng(seed)
    size = chance.integers(16, 512, (count, 2))
    corner = chance.integers(0, 2048 - size)
    return (np.concatenate([corner, corner + size], axis=1) / 4).astype(dtype)


def exact_pairwise(a: Array, b: Array) -> dict[str, Array]:
    """Convention -> IoU [N, M] in float64, from exact areas; in blocks, so that memory stays small."""
    answers = {}
    for pixels, one in (("continuous", 0.0), ("inclusive", 1.0)):
        blocks = [
            _block(part, b.astype(np.float64), one) for part in np.array_split(a.astype(np.float64), 20)
        ]
        answers[pixels] = np.concatenate(blocks)
    return answers


def exact_elementwise(a: Array, b: Array) -> dict[str, Array]:
    """As `exact_pairwise`, for row i with row i."""
    return {"continuous": _columns(a.astype(np.float64).T, b.astype(np.float64).T, 0.0)}


def _block(a: Array, b: Array, one: float) -> Array:
    return _columns(a.T[:, :, None], b.T[:, None, :], one)


def _columns(a: Array, b: Array, one: float) -> Array:
    width = np.maximum(np.minimum(a[2], b[2]) - np.maximum(a[0], b[0]) + one, 0)
    height = np.maximum(np.minimum(a[3], b[3]) - np.maximum(a[1], b[1]) + one, 0)
    shared = width * height
    areas_a = (a[2] - a[0] + one) * (a[3] - a[1] + one)
    areas_b = (b[2] - b[0] + one) * (b[3] - b[1] + one)
    return np.asarray(shared / (areas_a + areas_b - shared))
