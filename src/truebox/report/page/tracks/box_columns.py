"""Boxes of one side and sequence as columns: the kept frames, ids as places, corners as small numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.report.page.packed import packed

if TYPE_CHECKING:
    from truebox.records import TrackedSequence
    from truebox.typing import AnyArray, FloatArray

__all__ = ["MATCHED", "MISSED", "NOT_COUNTED", "box_columns", "corners", "scale_of"]

MATCHED, MISSED, NOT_COUNTED = 0, 1, 2
"""What became of a box; a prediction that is missed is false."""

_LARGEST = 32_000


def corners(sequence: TrackedSequence, layout: str) -> FloatArray:
    """The boxes as left, top, right, bottom."""
    boxes = sequence.boxes
    return boxes if layout == "xyxy" else np.concatenate([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]], axis=1)


def scale_of(*sides: FloatArray) -> float:
    """What a small number is multiplied by to be a pixel: all boxes of a sequence fit.

    Examples
    --------
    >>> scale_of(np.array([[0.0, 0, 64, 32]]))
    0.002
    """
    held = [np.abs(each[np.isfinite(each)]) for each in sides]
    largest = max((float(each.max(initial=0)) for each in held), default=0.0)
    return largest / _LARGEST if largest > 0 else 1.0


def box_columns(
    sequence: TrackedSequence, boxes: FloatArray, ids: AnyArray, kept: AnyArray, scale: float
) -> tuple[AnyArray, dict[str, Any]]:
    """Rows of the kept frames in order of time, and their columns.

    Parameters
    ----------
    sequence : TrackedSequence
        Of one side.
    boxes : float64 array [N, 4]
        Its corners.
    ids : int64 array
        Of its tracks, ascending.
    kept : bool array [T]
        Whether a frame is on the page.
    scale : float
        Pixels of a small number, as `scale_of` says.

    Returns
    -------
    rows : int64 array
    columns : dict
        ``start`` of each frame among the rows, ``track`` as place among `ids`, and ``box``.
    """
    rows = np.flatnonzero(kept[sequence.frame]) if len(sequence) else np.zeros(0, dtype=np.int64)
    rows = rows[np.argsort(sequence.frame[rows], kind="stable")]
    start = np.searchsorted(sequence.frame[rows], np.arange(len(kept) + 1))
    track = np.searchsorted(ids, sequence.track[rows])
    small = np.nan_to_num(np.round(boxes[rows] / scale)).clip(-_LARGEST, _LARGEST)
    columns = {
        "start": packed(start, "i4"),
        "track": packed(track, "u2" if len(ids) <= np.iinfo(np.uint16).max else "i4"),
        "box": packed(small.reshape(-1), "i2"),
    }
    return rows, columns
