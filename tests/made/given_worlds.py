"""Made sequences of DAVIS with objects given in the first picture: they walk, hide, and are found loosely."""

from __future__ import annotations

import numpy as np


def make_given(
    seed: int, frames: int = 12, objects: int = 3, *, size: tuple[int, int] = (50, 70)
) -> tuple[np.ndarray, np.ndarray]:
    """Truth (255 is void, an object comes later) and results, [T, H, W] each; the third is not found."""
    chance = np.random.default_rng(seed)
    rows, columns = np.mgrid[: size[0], : size[1]]
    truth, found = np.zeros((2, frames, *size), dtype=np.uint8)
    for k in range(objects):
        where, speed = chance.uniform(0, size), chance.normal(0, 1.5, 2)
        radius = chance.uniform(4, min(size) / 3)
        for t in range(frames):
            y, x = where + t * speed
            if t == 0 or chance.random() > 0.1:
                truth[t][(rows - y) ** 2 + (columns - x) ** 2 <= radius * radius] = k + 1
            y, x = where + t * speed + chance.normal(0, 1.5, 2)
            if k != 2 and chance.random() > 0.1:
                found[t][abs(rows - y) + abs(columns - x) <= 1.2 * radius] = k + 1
    truth[::3, 10:14, 5:30] = 255
    truth[2:, 0:5, 0:5] = objects + 3
    return truth, found
