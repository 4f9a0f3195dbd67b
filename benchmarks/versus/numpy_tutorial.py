"""The NumPy formula of the tutorials: corners broadcast to [N, M, 2]."""

from __future__ import annotations

import numpy as np

from benchmarks.call import Array, Call

TOOL = "NumPy (tutorials' formula)"


def _areas(boxes: Array) -> Array:
    return np.asarray((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]))


def _pairwise(a: Array, b: Array) -> Array:
    top_left = np.maximum(a[:, None, :2], b[None, :, :2])
    bottom_right = np.minimum(a[:, None, 2:], b[None, :, 2:])
    shared = np.prod(np.clip(bottom_right - top_left, 0, None), axis=2)
    return np.asarray(shared / (_areas(a)[:, None] + _areas(b)[None, :] - shared))


def _elementwise(a: Array, b: Array) -> Array:
    size = np.clip(np.minimum(a[:, 2:], b[:, 2:]) - np.maximum(a[:, :2], b[:, :2]), 0, None)
    shared = size[:, 0] * size[:, 1]
    return np.asarray(shared / (_areas(a) + _areas(b) - shared))


def pairwise(a: Array, b: Array) -> Call:
    return Call(lambda: _pairwise(a, b))


def elementwise(a: Array, b: Array) -> Call:
    return Call(lambda: _elementwise(a, b))
