"""How much boxes ``x, y, width, height`` cover each other, with broadcasting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["cover_of", "iou_of"]


def iou_of(a: FloatArray, b: FloatArray) -> FloatArray:
    """Intersection over union of broadcast boxes [..., 4]; 0 where both are empty."""
    shared = _intersection(a, b)
    union = a[..., 2] * a[..., 3] + b[..., 2] * b[..., 3] - shared
    iou: FloatArray = shared / np.where(union > 0, union, 1.0)
    return iou


def cover_of(a: FloatArray, b: FloatArray) -> FloatArray:
    """Share of the smaller box that the other one covers; 0 where it is empty."""
    smaller = np.minimum(a[..., 2] * a[..., 3], b[..., 2] * b[..., 3])
    cover: FloatArray = _intersection(a, b) / np.where(smaller > 0, smaller, 1.0)
    return cover


def _intersection(a: FloatArray, b: FloatArray) -> FloatArray:
    sides = [
        np.minimum(a[..., i] + a[..., i + 2], b[..., i] + b[..., i + 2]) - np.maximum(a[..., i], b[..., i])
        for i in (0, 1)
    ]
    shared: FloatArray = np.maximum(sides[0], 0.0) * np.maximum(sides[1], 0.0)
    return shared
