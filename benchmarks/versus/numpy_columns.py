"""The NumPy formula by columns: no third axis, about as fast as plain NumPy gets."""

from __future__ import annotations

import numpy as np

from benchmarks.call import Array, Call

TOOL = "NumPy (by columns)"


def _overlaps(a: list[Array], b: list[Array]) -> Array:
    ax0, ay0, ax1, ay1 = a
    bx0, by0, bx1, by1 = b
    width = np.maximum(np.minimum(ax1, bx1) - np.maximum(ax0, bx0), 0)
    height = np.maximum(np.minimum(ay1, by1) - np.maximum(ay0, by0), 0)
    shared = width * height
    return np.asarray(shared / ((ax1 - ax0) * (ay1 - ay0) + (bx1 - bx0) * (by1 - by0) - shared))


def pairwise(a: Array, b: Array) -> Call:
    return Call(lambda: _overlaps([a[:, k, None] for k in range(4)], [b[None, :, k] for k in range(4)]))


def elementwise(a: Array, b: Array) -> Call:
    return Call(lambda: _overlaps([a[:, k] for k in range(4)], [b[:, k] for k in range(4)]))
