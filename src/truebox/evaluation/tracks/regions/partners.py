"""J of every pair of tracks, and which true track each predicted one is for good."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._native import tracks as native
from truebox.masks import mask_area
from truebox.overlap import pairwise_mask_iou

if TYPE_CHECKING:
    from truebox.masks import Masks
    from truebox.typing import AnyArray, FloatArray

__all__ = ["FrameOverlaps", "assigned"]


class FrameOverlaps:
    """IoU of the masks of a sequence, by frame; two that are both empty or missing overlap fully.

    Parameters
    ----------
    frames : int
    found, true : (frame [N], track [N] from 0 on, Masks [N])
        The rows of both sides.
    found_tracks, true_tracks : int
        How many tracks there are.
    """

    def __init__(
        self,
        frames: int,
        found: tuple[AnyArray, AnyArray, Masks],
        true: tuple[AnyArray, AnyArray, Masks],
        found_tracks: int,
        true_tracks: int,
    ) -> None:
        self._frames = frames
        self._has_truth = _present(frames, true, true_tracks)
        self._has_found = _present(frames, found, found_tracks)
        parts: list[tuple[AnyArray, AnyArray, AnyArray, AnyArray]] = []
        for frame in np.intersect1d(found[0], true[0]).tolist():
            rows, columns = np.flatnonzero(found[0] == frame), np.flatnonzero(true[0] == frame)
            overlap = pairwise_mask_iou(found[2][rows], true[2][columns])
            row, column = np.nonzero(overlap)
            own, other = found[1][rows][row], true[1][columns][column]
            parts.append((own, other, np.full(len(row), frame), overlap[row, column]))
        columns_ = [np.concatenate(each) for each in zip(*parts, strict=True)] if parts else [np.empty(0)] * 4
        order = np.argsort(columns_[0], kind="stable")
        self._of, self._true, self._frame = (each[order].astype(np.int64) for each in columns_[:3])
        self._value = columns_[3][order]

    def of(self, track: int) -> FloatArray:
        """Of one predicted track with all true ones, by frame [G, T]; a track beyond the last is empty."""
        has = self._has_found[track] if track < len(self._has_found) else np.zeros(self._frames, dtype=bool)
        values: FloatArray = (~self._has_truth & ~has).astype(np.float64)
        low, high = np.searchsorted(self._of, [track, track + 1])
        values[self._true[low:high], self._frame[low:high]] = self._value[low:high]
        return values


def _present(frames: int, side: tuple[AnyArray, AnyArray, Masks], tracks: int) -> AnyArray:
    held = np.zeros((tracks, frames), dtype=bool)
    filled = mask_area(side[2]) > 0
    held[side[1][filled], side[0][filled]] = True
    return held


def assigned(quality: FloatArray) -> tuple[AnyArray, AnyArray]:
    """Pairs of rows and columns of the largest total, by rows; of equal totals those that SciPy finds.

    Examples
    --------
    >>> rows, columns = assigned(np.array([[0.9, 0.8], [0.8, 0.1], [0.0, 0.0]]))
    >>> rows.tolist(), columns.tolist()
    ([0, 1], [1, 0])
    """
    if not quality.size:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    costs = -quality
    if quality.shape[0] <= quality.shape[1]:
        columns = native.assign_by_paths(np.ascontiguousarray(costs))
        return np.arange(len(columns)), columns
    rows = native.assign_by_paths(np.ascontiguousarray(costs.T))
    order = np.argsort(rows)
    return rows[order], order
