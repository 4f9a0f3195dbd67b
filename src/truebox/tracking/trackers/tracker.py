"""What every tracker has: one call per frame, ids of its own, and the rows that they belong to."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from truebox.arrays import library_of
from truebox.boxes import convert_boxes, validate_boxes
from truebox.boxes.box_array import as_box_array
from truebox.boxes.box_format import as_box_format
from truebox.errors import ArgumentError
from truebox.matching import match_optimal
from truebox.overlap import pairwise_iou

if TYPE_CHECKING:
    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = [
    "Frame",
    "Tracked",
    "Tracker",
    "others",
    "overlaps",
    "require_counts",
    "require_numbers",
    "require_shares",
    "worthiest_pairs",
]


def require_numbers(**given: float | None) -> None:
    """Refuse thresholds and lengths that are not finite: nothing is above or below NaN."""
    for name, value in given.items():
        if value is not None and not math.isfinite(value):
            raise ArgumentError(f"{name}={value!r}: expected a finite number")


def require_shares(**given: float) -> None:
    """Refuse what is no number from 0 to 1: an overlap is never beyond, so nothing or all would be joined."""
    for name, value in given.items():
        if not 0 <= value <= 1:
            raise ArgumentError(f"{name}={value!r}: expected a number from 0 to 1")


def require_counts(**given: int) -> None:
    """Refuse numbers of frames below 0."""
    for name, value in given.items():
        if value < 0:
            raise ArgumentError(f"{name}={value!r}: expected a whole number of at least 0")


class Tracked(NamedTuple):
    """The tracks of one frame.

    Attributes
    ----------
    track_id : int64 array [K]
        From 1 on, in the order in which tracks begin; each tracker counts for itself.
    row : int64 array [K]
        The rows of the boxes that were given: ``boxes[tracked.row]`` are the boxes of the tracks.
    boxes : float64 array [K, 4]
        In the format that was given: the detector's, or the filter's where ``keep="filtered"``.

    Examples
    --------
    >>> from truebox.tracking import SortTracker
    >>> SortTracker().update([[0, 0, 9, 9], [50, 0, 59, 9]], [0.9, 0.8]).row
    array([0, 1])
    """

    track_id: Int64Array
    row: Int64Array
    boxes: FloatArray


class Frame(NamedTuple):
    """What was given of one frame, checked."""

    boxes: FloatArray  # x0 y0 x1 y1
    scores: FloatArray
    labels: AnyArray | None


class Tracker:
    """A tracker; its kinds are `IouTracker`, `SortTracker`, `OcSortTracker` and `ByteTracker`.

    Parameters
    ----------
    box_format : str
        What the four numbers of a box mean.
    keep : {"detections", "filtered"}
        Which boxes a frame returns.
    """

    def __init__(self, *, box_format: str = "xyxy", keep: str = "detections") -> None:
        if keep not in ("detections", "filtered"):
            raise ArgumentError(f"keep: {keep!r} is unknown. Fix: pass 'detections' or 'filtered'.")
        self._format = as_box_format(box_format)
        self._keep = keep
        self._begun = 0
        self._frames = 0

    def update(self, boxes: Any, scores: Any = None, labels: Any = None) -> Tracked:
        """The tracks of the next frame.

        Parameters
        ----------
        boxes : array-like [N, 4]
            Of any array library; a frame without any is ``[]``.
        scores : array-like [N], optional
            Finite; without, every box is certain.
        labels : array-like of int [N], optional
            Only boxes of one label are joined.

        Returns
        -------
        Tracked

        Raises
        ------
        ArgumentError
            Shapes do not fit, or scores are not finite.
        """
        given = library_of(boxes).to_numpy(boxes)
        try:
            array = np.asarray(given, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            raise ArgumentError(f"boxes is {given!r:.60}; expected four numbers a box") from None
        rows = as_box_array(array.reshape(0, 4) if array.size == 0 else array, self._format, "boxes")
        if rows.ndim != 2:
            raise ArgumentError(f"boxes has shape {rows.shape}; expected [N, 4], four numbers a box")
        validate_boxes(rows, box_format=self._format, name="boxes")
        corners = np.asarray(convert_boxes(rows, self._format, "xyxy"), dtype=np.float64)
        frame = Frame(corners, _column(scores, len(rows), "scores"), _labels(labels, len(rows)))
        self._frames += 1
        ids, kept, moved = self._step(frame)
        order = np.argsort(ids, kind="stable")
        ids, kept, moved = ids[order], kept[order], moved[order]
        shown = rows[kept] if self._keep == "detections" else convert_boxes(moved, "xyxy", self._format)
        return Tracked(ids, kept, np.asarray(shown, dtype=np.float64))

    def accepted(self, track_ids: Any) -> AnyArray:
        """Which tracks are to be kept, once the sequence is over; all where the method does not say."""
        return np.ones(len(track_ids), dtype=bool)

    def _step(self, frame: Frame) -> tuple[Int64Array, Int64Array, FloatArray]:
        """Ids, rows and filtered boxes of the frame."""
        raise NotImplementedError

    def _new_ids(self, count: int) -> Int64Array:
        self._begun += count
        return np.arange(self._begun - count + 1, self._begun + 1, dtype=np.int64)


def _column(values: Any, count: int, name: str) -> FloatArray:
    if values is None:
        return np.ones(count)
    given = np.asarray(library_of(values).to_numpy(values))
    if given.size and given.dtype.kind not in "biuf":
        raise ArgumentError(f"{name} has dtype {given.dtype}; expected numbers")
    array = given.astype(np.float64, copy=False).reshape(-1)
    if array.shape != (count,):
        raise ArgumentError(f"{name} has shape {array.shape}; expected ({count},), one per box")
    if not np.isfinite(array).all():
        row = int(np.argmin(np.isfinite(array)))
        raise ArgumentError(f"{name}[{row}] is {array[row]}; expected a finite number")
    return array


def _labels(values: Any, count: int) -> AnyArray | None:
    if values is None:
        return None
    array = np.asarray(library_of(values).to_numpy(values)).reshape(-1)
    if array.shape != (count,):
        raise ArgumentError(f"labels has shape {array.shape}; expected ({count},), one per box")
    return array


def others(count: int, taken: AnyArray) -> Int64Array:
    """The numbers below a count that are not taken, ascending."""
    free = np.ones(count, dtype=bool)
    free[taken] = False
    return np.flatnonzero(free)


def overlaps(
    tracks: FloatArray, boxes: FloatArray, labels: AnyArray | None = None, other: AnyArray | None = None
) -> FloatArray:
    """IoU of every track with every box; -1 where the labels differ: no threshold joins those."""
    if not len(tracks) or not len(boxes):
        return np.zeros((len(tracks), len(boxes)))
    found = np.array(pairwise_iou(tracks, boxes), dtype=np.float64)
    if labels is not None and other is not None:
        found[labels[:, None] != other] = -1.0
    return found


def worthiest_pairs(worth: FloatArray) -> tuple[Int64Array, Int64Array]:
    """Rows and columns of the pairs with the largest total; a pair worth nothing is none."""
    if not worth.size:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    found = match_optimal(np.maximum(worth, 0.0), maximize=True)
    good = worth[found.rows, found.columns] > 0
    return found.rows[good], found.columns[good]
