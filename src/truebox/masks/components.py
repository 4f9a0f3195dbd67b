"""Connected pixels of a mask, by the runs of its rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.typing import AnyArray, BoolArray, Int64Array

__all__ = ["connected_pixels"]


@refuses_other_kinds
def connected_pixels(mask: BoolArray, *, diagonal: bool) -> Int64Array:
    """Labels 1, 2 ... of connected pixels, in the order of their first pixel, 0 elsewhere.

    Parameters
    ----------
    mask : bool array [H, W]
        Which pixels are there.
    diagonal : bool
        Whether pixels that share a corner alone are connected.

    Raises
    ------
    ArgumentError
        The mask is no array of two axes that holds truth values or numbers.

    Examples
    --------
    >>> mask = np.array([[1, 0], [0, 1]], dtype=bool)
    >>> connected_pixels(mask, diagonal=True).tolist(), connected_pixels(mask, diagonal=False).tolist()
    ([[1, 0], [0, 1]], [[1, 0], [0, 2]])
    """
    mask = np.asarray(mask)
    if mask.ndim != 2 or mask.dtype.kind not in "biu":
        raise ArgumentError(
            f"mask: expected a bool array [H, W], got {mask.dtype} {list(mask.shape)}. Fix: pass one, as "
            "`decode_masks` gives them."
        )
    mask = mask != 0
    height, width = mask.shape
    padded = np.zeros((height, width + 2), dtype=np.int8)
    padded[:, 1:-1] = mask
    steps = np.diff(padded, axis=1)
    row, start = np.nonzero(steps == 1)
    end = np.nonzero(steps == -1)[1]
    key, reach = row * (width + 2), int(diagonal)
    first = np.searchsorted(key + end, key + width + 2 + start - reach, side="right")
    last = np.searchsorted(key + start, key + width + 2 + end + reach, side="left")
    count = np.maximum(last - first, 0)
    above = np.repeat(np.arange(len(row)), count)
    below = np.arange(len(above)) - np.repeat(np.cumsum(count) - count, count) + np.repeat(first, count)
    root = _roots(len(row), above, below)
    number = np.unique(root, return_inverse=True)[1] + 1
    labels = np.zeros(height * (width + 1), dtype=np.int64)  # a column more: where the last run ends
    np.add.at(labels, row * (width + 1) + start, number)
    np.subtract.at(labels, row * (width + 1) + end, number)
    found: Int64Array = np.cumsum(labels).reshape(height, width + 1)[:, :width]
    return found


def _roots(count: int, first: AnyArray, second: AnyArray) -> Int64Array:
    """The smallest member of each group that pairs join."""
    root = np.arange(count)
    while len(first):
        low = np.minimum(root[first], root[second])
        np.minimum.at(root, root[first], low)
        np.minimum.at(root, root[second], low)
        while (root[root] != root).any():
            root = root[root]
        apart = root[first] != root[second]
        first, second = first[apart], second[apart]
    return root
