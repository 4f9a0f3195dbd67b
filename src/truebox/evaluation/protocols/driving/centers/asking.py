"""In which order detections of equal scores ask, where the rest is in order already."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = ["tied_by_row"]


def tied_by_row(score: FloatArray, row: AnyArray, *groups: AnyArray, last_first: bool = False) -> Int64Array:
    """The order of rows that stand by group and falling score already: equal scores by the place in the file.

    Parameters
    ----------
    score : array [N]
        Falling within each group.
    row : int array [N]
        Places in the file.
    groups : int arrays [N]
        Within which scores fall; rows of one group lie together.
    last_first : bool
        The last of the file comes first.

    Examples
    --------
    >>> tied_by_row(np.array([0.9, 0.5, 0.5]), np.array([4, 7, 2])).tolist()
    [0, 2, 1]
    """
    order = np.arange(len(score))
    same = score[1:] == score[:-1]
    for each in groups:
        same &= each[1:] == each[:-1]
    if not same.any():
        return order
    tied = np.zeros(len(score), dtype=bool)
    tied[1:] |= same
    tied[:-1] |= same
    rows = np.flatnonzero(tied)
    run = np.cumsum(np.append(True, ~same))[rows]
    order[rows] = rows[np.lexsort((-row[rows] if last_first else row[rows], run))]
    return order
