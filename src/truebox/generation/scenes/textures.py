"""Backgrounds: quiet textures between two colours, as a mixture from 0 to 1 per pixel."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.generation.chance import Chance
    from truebox.typing import FloatArray, Int64Array

__all__ = ["TEXTURES", "clouds"]


def clouds(width: int, height: int, chance: Chance, *, coarse: int = 4, layers: int = 4) -> FloatArray:
    """Smooth value noise [height, width] in [0, 1]: lattices of random values, ever finer and weaker."""
    total = np.zeros((height, width))
    for layer in range(layers):
        cells = coarse * 2**layer
        lattice = chance.uniform((cells + 2, cells + 2))
        across = _between_lattice(width, cells)
        down = _between_lattice(height, cells)
        rows = lattice[down[0]] * (1 - down[1])[:, None] + lattice[down[0] + 1] * down[1][:, None]
        total += (rows[:, across[0]] * (1 - across[1]) + rows[:, across[0] + 1] * across[1]) / 2**layer
    total -= total.min()
    mixture: FloatArray = total / max(float(total.max()), 1e-9)
    return mixture


def _between_lattice(length: int, cells: int) -> tuple[Int64Array, FloatArray]:
    """Lattice index before each pixel, and a smooth share of the way to the next one."""
    place = np.arange(length) / length * cells
    before = place.astype(np.int64)
    way = place - before
    return before, way * way * (3.0 - 2.0 * way)


def _grid(width: int, height: int) -> tuple[FloatArray, FloatArray]:
    x, y = (np.arange(0.5, length, dtype=np.float64) for length in (width, height))
    return x, y[:, None]


def _soft(wave: FloatArray, sharpness: float) -> FloatArray:
    """Press a wave in [-1, 1] towards 0 and 1, with soft edges."""
    return np.clip(0.5 + sharpness * wave, 0.0, 1.0)


def _gradient(width: int, height: int, chance: Chance) -> FloatArray:
    x, y = _grid(width, height)
    lean = float(chance.between(-0.6, 0.6, 1)[0])
    mixture = y / height + lean * (x / width - 0.5)
    return np.clip(mixture, 0.0, 1.0)


def _stripes(width: int, height: int, chance: Chance) -> FloatArray:
    x, y = _grid(width, height)
    period, lean, waviness = (
        float(chance.between(low, high, 1)[0]) for low, high in ((26, 64), (-0.9, 0.9), (0, 14))
    )
    bent = x + lean * y + waviness * np.sin(y / 47.0)
    return _soft(np.sin(bent * (2 * np.pi / period)), 2.5) * 0.7


def _checker(width: int, height: int, chance: Chance) -> FloatArray:
    x, y = _grid(width, height)
    period = float(chance.between(70, 130, 1)[0])
    wave = np.sin(x * (2 * np.pi / period)) * np.sin(y * (2 * np.pi / period))
    return _soft(wave, 9.0) * 0.6


def _dots(width: int, height: int, chance: Chance) -> FloatArray:
    x, y = _grid(width, height)
    pitch = float(chance.between(30, 48, 1)[0])
    row = np.floor(y / pitch)
    to_x = (x + 0.5 * pitch * (row % 2)) % pitch - pitch / 2
    to_y = y % pitch - pitch / 2
    return _soft(0.13 * pitch - np.sqrt(to_x * to_x + to_y * to_y), 1.0) * 0.9


def _hills(width: int, height: int, chance: Chance) -> FloatArray:
    """Rows of hills, each a little further and paler."""
    x, y = _grid(width, height)
    mixture = 0.25 * y / height
    for step in range(4):
        swing, period, phase = (float(v) for v in chance.uniform(3))
        crest = height * (0.42 + 0.15 * step) + (12 + 26 * swing) * np.sin(
            x / (45 + 80 * period) + 6.3 * phase
        )
        mixture = np.where(y > crest, 0.35 + 0.2 * step + 0.1 * (y - crest) / height, mixture)
    return np.clip(mixture, 0.0, 1.0)


def _cloudy(width: int, height: int, chance: Chance) -> FloatArray:
    return clouds(width, height, chance)


def _marble(width: int, height: int, chance: Chance) -> FloatArray:
    x, y = _grid(width, height)
    veins = np.sin(x / 60.0 + y / 95.0 + 7.0 * clouds(width, height, chance, coarse=3))
    mixture: FloatArray = np.abs(veins) ** 0.7
    return mixture


TEXTURES: tuple[Callable[[int, int, Chance], FloatArray], ...] = (
    _cloudy,
    _hills,
    _stripes,
    _gradient,
    _dots,
    _checker,
    _marble,
)
"""Every texture; each takes width, height and a `Chance`, and gives [height, width] in [0, 1]."""
