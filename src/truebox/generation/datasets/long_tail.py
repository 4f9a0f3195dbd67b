"""How things are spread in real data: a few classes and images hold most of the objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.generation.chance import Chance
    from truebox.typing import FloatArray, Int64Array

__all__ = ["class_frequencies", "class_palettes", "share_out"]


def class_frequencies(classes: int, without: int, chance: Chance) -> FloatArray:
    """Weights that fall like 1 / rank in random class order, zero for `without` of the classes."""
    weights: FloatArray = 1.0 / np.arange(2, classes + 2, dtype=np.float64)
    weights[classes - without :] = 0.0
    return weights[chance.order(classes)]


def class_palettes(frequencies: FloatArray, images: int, width: int, chance: Chance) -> Int64Array:
    """Draw the few classes [images, width] that may occur in each image; repeats are allowed."""
    return chance.weighted(frequencies, (images, width))


def share_out(total: int, weights: FloatArray) -> Int64Array:
    """Split `total` things over the entries of `weights`, in proportion and without loss.

    Where a weight is positive and there is enough to go round, at least one thing arrives.

    Examples
    --------
    >>> share_out(10, np.array([1.0, 0.0, 3.0])).tolist()
    [3, 0, 7]
    """
    wanted = weights > 0
    shares = np.zeros(len(weights), np.int64)
    if not wanted.any():
        return shares
    if total >= wanted.sum():
        shares += wanted
        total -= int(wanted.sum())
    steps = np.cumsum(weights)
    upto = np.floor(steps / steps[-1] * total + 0.5).astype(np.int64)
    shares += np.diff(upto, prepend=0)
    return shares
