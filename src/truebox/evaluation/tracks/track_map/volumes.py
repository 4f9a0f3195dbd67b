"""Overlap of whole tracks: what they share over all frames, of what either covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.masks import mask_area
from truebox.overlap import pairwise_mask_iou

if TYPE_CHECKING:
    from truebox.records import TrackedSequence
    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = ["volume_overlaps"]


def volume_overlaps(
    found: TrackedSequence, found_tracks: Int64Array, truth: TrackedSequence, true_tracks: Int64Array
) -> FloatArray:
    """Intersection over union of tracks of masks in space and time.

    Parameters
    ----------
    found, truth : TrackedSequence
        With masks.
    found_tracks, true_tracks : int64 arrays [D], [G]
        Ids; one without rows overlaps nothing.

    Returns
    -------
    float64 array [D, G]
        A frame that only one of both is in adds its area to the union. Pixels are counted, so that no order
        of sums matters.

    Examples
    --------
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> masks = np.zeros((2, 1, 4), dtype=bool)
    >>> masks[:, 0, :2] = True
    >>> side = tracks_of_arrays({"frames": [0, 1], "ids": [7, 7], "masks": masks}, "truth").sequences[0]
    >>> half = tracks_of_arrays({"frames": [0], "ids": [3], "masks": masks[:1]}, "found").sequences[0]
    >>> volume_overlaps(half, np.array([3]), side, np.array([7])).tolist()
    [[0.5]]
    """
    own, other = _Volumes(found, found_tracks), _Volumes(truth, true_tracks)
    common = np.zeros((len(found_tracks), len(true_tracks)))
    for frame in np.intersect1d(own.frame, other.frame).tolist():
        rows, columns = own.at(frame), other.at(frame)
        # The share of a prediction that lies in a truth, times its area, is a whole number of pixels.
        share = pairwise_mask_iou(
            found.masks[own.row[rows]],  # type: ignore[index]
            truth.masks[other.row[columns]],  # type: ignore[index]
            crowd=[True] * len(columns),
        )
        pixels = np.rint(share * own.area[rows][:, None])
        np.add.at(common, (own.place[rows][:, None], other.place[columns][None]), pixels)
    union = own.total[:, None] + other.total[None] - common
    return np.divide(common, union, out=np.zeros_like(common), where=union > 0)


class _Volumes:
    """Rows of some tracks by frame, with their areas."""

    def __init__(self, side: TrackedSequence, tracks: Int64Array) -> None:
        order = np.argsort(tracks, kind="stable")
        at = np.searchsorted(tracks[order], side.track)
        inside = at < len(tracks)
        inside[inside] = tracks[order][at[inside]] == side.track[inside]
        rows = np.flatnonzero(inside)
        rows = rows[np.argsort(side.frame[rows], kind="stable")]
        self.row: AnyArray = rows
        self.frame: AnyArray = side.frame[rows]
        self.place: AnyArray = order[at[rows]]
        masks = side.masks
        self.area: AnyArray = np.empty(0) if masks is None or not len(rows) else mask_area(masks[rows])
        self.total: AnyArray = np.bincount(self.place, weights=self.area, minlength=len(tracks))

    def at(self, frame: int) -> AnyArray:
        low, high = np.searchsorted(self.frame, [frame, frame + 1])
        return np.arange(low, high)
