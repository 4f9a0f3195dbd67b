"""Dense masks of smooth, uneven objects, as networks draw them."""

from __future__ import annotations

import numpy as np

from benchmarks.call import Array


def mask_stack(count: int, height: int, width: int, seed: int = 0) -> Array:
    """uint8 [H, W, N] in column-major order, which the reference wants: wavy ellipses of all sizes."""
    chance = np.random.default_rng(seed)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    stack = np.zeros((height, width, count), dtype=np.uint8, order="F")
    for number in range(count):
        middle, radius = chance.random(2) * (height, width), chance.uniform(0.05, 0.3, 2) * (height, width)
        across, along = (y - middle[0]) / radius[0], (x - middle[1]) / radius[1]
        wave = 1 + 0.3 * np.sin(7 * np.arctan2(across, along) + number)
        stack[:, :, number] = across**2 + along**2 < wave
    return stack
