"""The best detections of each image, over all classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = ["rows_beyond"]


@refuses_other_kinds
def rows_beyond(image: AnyArray, scores: FloatArray, most: int) -> Int64Array:
    """The rows that are not among the `most` best of their image, in no order.

    Of equal scores the earlier row is the better. Rows of negative images belong to none: they are never
    beyond.

    Raises
    ------
    ArgumentError
        A score is not finite.

    Examples
    --------
    >>> rows_beyond(np.array([0, 0, 1, -1]), np.array([0.1, 0.2, 0.3, 0.4]), 1).tolist()
    [0]
    """
    if not np.isfinite(scores).all():
        row = int(np.argmin(np.isfinite(scores)))
        raise ArgumentError(f"scores[{row}] is {scores[row]}; expected a finite number")
    crowded = np.flatnonzero(np.bincount(image[image >= 0], minlength=1) > most)
    rows = np.flatnonzero(np.isin(image, crowded)) if len(crowded) else np.empty(0, dtype=np.int64)
    order = rows[np.lexsort((-scores[rows], image[rows]))]  # stable: the first row wins an equal score
    begin = np.flatnonzero(np.diff(image[order], prepend=-2))
    rank = np.arange(len(order)) - np.repeat(begin, np.diff(np.append(begin, len(order))))
    beyond: Int64Array = order[rank >= most]
    return beyond
