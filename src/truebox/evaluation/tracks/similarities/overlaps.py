"""Which box of the other side covers a row best, for the rows that have no partner."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import numpy as np

from truebox import overlap as measures

if TYPE_CHECKING:
    from truebox.records import TrackedSequence
    from truebox.typing import AnyArray, FloatArray

__all__ = ["covered_by"]


def covered_by(
    side: TrackedSequence, rows: AnyArray, other: TrackedSequence, candidates: AnyArray, corners: bool
) -> tuple[AnyArray, FloatArray]:
    """Of each of `rows`, the row of the other side in its frame that overlaps it most, and the IoU.

    Parameters
    ----------
    side, other : TrackedSequence
        The one whose rows are asked about, and the one that may cover them.
    rows, candidates : int arrays
        Of `side` and of `other`.
    corners : bool
        Whether boxes are corners.

    Returns
    -------
    best : int64 array
        -1 where the frame has no candidate.
    overlap : float64 array
    """
    best = np.full(len(rows), -1, dtype=np.int64)
    overlap = np.zeros(len(rows))
    layout: Literal["xyxy", "xywh"] = "xyxy" if corners else "xywh"
    order = np.argsort(other.frame[candidates], kind="stable")
    candidates = candidates[order]
    frames = other.frame[candidates]
    by_frame = np.argsort(side.frame[rows], kind="stable")
    asked = side.frame[rows][by_frame]
    for begin, end in _runs(asked):
        low, high = np.searchsorted(frames, [asked[begin], asked[begin] + 1])
        if low == high:
            continue
        places, held = by_frame[begin:end], candidates[low:high]
        iou: AnyArray
        if side.masks is not None and other.masks is not None:
            iou = measures.pairwise_mask_iou(side.masks[rows[places]], other.masks[held])
        else:
            iou = measures.pairwise_iou(side.boxes[rows[places]], other.boxes[held], box_format=layout)
        at = iou.argmax(axis=1)
        best[places], overlap[places] = held[at], iou[np.arange(len(places)), at]
    return best, overlap


def _runs(values: AnyArray) -> list[tuple[int, int]]:
    if not len(values):
        return []
    ends = np.flatnonzero(np.diff(values)) + 1
    bounds = [0, *ends.tolist(), len(values)]
    return list(pairwise(bounds))
