"""The best detections of an image, over all classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import FloatArray, Int32Array

__all__ = ["limited_images"]

_NEVER = -1


def limited_images(image: Int32Array, scores: FloatArray, most: int) -> Int32Array:
    """The images of detections, -1 for those beyond the `most` best of their image.

    Examples
    --------
    >>> limited_images(np.array([0, 0, 1], np.int32), np.array([0.1, 0.2, 0.3]), 1).tolist()
    [-1, 0, 1]
    """
    counts = np.bincount(image[image >= 0], minlength=1)
    crowded = np.flatnonzero(counts > most)
    limited = image.copy()
    rows = np.flatnonzero(np.isin(image, crowded)) if len(crowded) else np.empty(0, dtype=np.int64)
    if len(rows) == 0:
        return limited
    order = rows[np.lexsort((-scores[rows], image[rows]))]  # stable: the first row wins an equal score
    ordered = image[order]
    begin = np.flatnonzero(np.diff(ordered, prepend=-2))
    rank = np.arange(len(order)) - np.repeat(begin, np.diff(np.append(begin, len(order))))
    limited[order[rank >= most]] = _NEVER
    return limited
