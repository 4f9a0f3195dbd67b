"""The best detections of an image, over all classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.records import rows_beyond

if TYPE_CHECKING:
    from truebox.typing import FloatArray, Int32Array

__all__ = ["limited_images"]

_NEVER = -1


def limited_images(image: Int32Array, scores: FloatArray, most: int) -> Int32Array:
    """The images of detections, -1 for those beyond the `most` best of their image.

    Examples
    --------
    >>> import numpy as np
    >>> limited_images(np.array([0, 0, 1], np.int32), np.array([0.1, 0.2, 0.3]), 1).tolist()
    [-1, 0, 1]
    """
    limited = image.copy()
    limited[rows_beyond(image, scores, most)] = _NEVER
    return limited
