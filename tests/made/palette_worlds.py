"""Made sequences of DAVIS: pictures of numbered objects that walk past each other, and proposals."""

from __future__ import annotations

from pathlib import Path

import numpy as np


def make_palettes(
    seed: int,
    frames: int = 9,
    objects: int = 4,
    *,
    extra: int = 2,
    size: tuple[int, int] = (50, 70),
    voids: bool = True,
) -> tuple[np.ndarray, np.ndarray]:
    """Truth (255 is void) and proposals, [T, H, W] each; some objects are missing at times."""
    chance = np.random.default_rng(seed)
    rows, columns = np.mgrid[: size[0], : size[1]]
    truth, found = np.zeros((2, frames, *size), dtype=np.uint8)
    for k in range(objects + extra):
        where, speed = chance.uniform(0, size), chance.normal(0, 1.5, 2)
        radius = chance.uniform(3, min(size) / 3)
        for t in range(frames):
            y, x = where + t * speed
            if k < objects and chance.random() > 0.1:
                truth[t][(rows - y) ** 2 + (columns - x) ** 2 <= radius**2] = 3 * k + 1
            y, x = where + t * speed + chance.normal(0, 1, 2)
            if k != 1 and chance.random() > 0.15:
                found[t][abs(rows - y) + abs(columns - x) <= 1.3 * radius] = 2 * (objects + extra - k)
    if voids:
        truth[::2, 10:20, 15:40] = 255
        truth[-1, -1, :] = 255
    return truth, found


def write_palettes(home: Path, sequences: dict[str, np.ndarray]) -> Path:
    """As palette pictures, each sequence in its folder."""
    from PIL import Image

    for name, frames in sequences.items():
        folder = home / name
        folder.mkdir(parents=True)
        for t, ids in enumerate(frames):
            picture = Image.fromarray(ids, mode="P")
            picture.putpalette([value for number in range(256) for value in (number, 7 * number % 256, 0)])
            picture.save(folder / f"{t:05d}.png")
    return home
