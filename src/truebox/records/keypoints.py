"""Keypoints of every row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._frozen import dataclass

if TYPE_CHECKING:
    from truebox.typing import FloatArray, Int64Array

__all__ = ["Keypoints"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Keypoints:
    """The same number of points in every row.

    Parameters
    ----------
    points : float64 array [N, K, 3]
        ``x, y, visibility`` (of predictions: anything) in absolute pixels as read.
    labelled : int64 array [N]
        How many points count as labelled: ``num_keypoints``, or the visible ones where it is not given.
    extents : float64 array [N, 4]
        ``x, y, width, height`` of the box around all points, labelled or not.
    """

    points: FloatArray
    labelled: Int64Array
    extents: FloatArray

    def __len__(self) -> int:
        return len(self.points)
