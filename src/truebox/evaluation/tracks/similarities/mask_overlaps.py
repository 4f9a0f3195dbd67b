"""Overlaps of masks, frame by frame: never a matrix larger than that of one frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.overlap import pairwise_mask_iou

if TYPE_CHECKING:
    from truebox.masks import Masks
    from truebox.records import TrackedSequence
    from truebox.typing import AnyArray, BoolArray, FloatArray

__all__ = ["inside_ignored", "mask_similarities"]


def mask_similarities(
    truth: TrackedSequence, true_rows: AnyArray, predictions: TrackedSequence, found_rows: AnyArray
) -> FloatArray:
    """IoU of the masks of every frame [truths, predictions], one frame after another.

    Parameters
    ----------
    truth, predictions : TrackedSequence
        With masks.
    true_rows, found_rows : int64 arrays
        The rows that take part; those of a frame stay in this order.

    Returns
    -------
    float64 array
        As ``truebox._native.tracks.TrackSequence`` takes it.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> masks = np.zeros((2, 1, 4), dtype=bool)
    >>> masks[0, 0, :2] = masks[1, 0, 1:] = True
    >>> side = tracks_of_arrays({"frames": [0, 0], "ids": [1, 2], "masks": masks}, "truth").sequences[0]
    >>> mask_similarities(side, np.arange(2), side, np.arange(1)).tolist()
    [1.0, 0.25]
    """
    true, found = _Frames(truth, true_rows), _Frames(predictions, found_rows)
    parts = [
        pairwise_mask_iou(true.masks(frame), found.masks(frame)).reshape(-1)
        for frame in np.intersect1d(true.frames, found.frames).tolist()
    ]
    return np.concatenate(parts) if parts else np.empty(0)


def inside_ignored(side: TrackedSequence, rows: AnyArray, truth: TrackedSequence, limit: float) -> BoolArray:
    """Which of some rows lie by more than `limit` of their own area in the ignored regions of their frame.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> whole = np.ones((1, 2, 2), dtype=bool)
    >>> side = tracks_of_arrays({"frames": [0], "ids": [1], "masks": whole}, "truth").sequences[0]
    >>> inside_ignored(side, np.arange(1), side, 0.5)  # there are no regions
    array([False])
    """
    inside = np.zeros(len(rows), dtype=bool)
    regions = truth.regions
    if regions is None or not len(regions.frame):
        return inside
    frames, merged = regions.by_frame()
    held = _Frames(side, rows)
    for place, frame in enumerate(frames.tolist()):
        members = held.places(frame)
        if len(members):
            share = pairwise_mask_iou(held.masks(frame), merged[[place]], crowd=[True])
            inside[members] = share[:, 0] > limit
    return inside


class _Frames:
    """Rows by frame, in their order."""

    def __init__(self, side: TrackedSequence, rows: AnyArray) -> None:
        self._masks = side.masks
        self._rows = rows
        self._order = np.argsort(side.frame[rows], kind="stable")
        self._sorted = side.frame[rows][self._order]
        self.frames = np.unique(self._sorted)

    def places(self, frame: int) -> AnyArray:
        low, high = np.searchsorted(self._sorted, [frame, frame + 1])
        return self._order[low:high]

    def masks(self, frame: int) -> Masks:
        assert self._masks is not None
        return self._masks[self._rows[self.places(frame)]]
