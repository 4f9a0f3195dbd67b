"""SORT: boxes are predicted by a Kalman filter and joined by overlap."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import asks_kinds
from truebox.tracking.trackers.motion import AreaMotion, Motion
from truebox.tracking.trackers.tracker import (
    Frame,
    Tracker,
    others,
    overlaps,
    require_counts,
    require_numbers,
    require_shares,
    worthiest_pairs,
)

if TYPE_CHECKING:
    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = ["SortTracker"]


class SortTracker(Tracker):
    """Bewley et al.'s tracker.

    Parameters
    ----------
    iou_threshold : float
        A box continues a track from this overlap with the predicted box on.
    max_age : int
        A track is forgotten after so many frames without a box. The published code has 1.
    min_hits : int
        A track is shown after so many further boxes in a row, at once in the first frames of a sequence. The
        published code has 3.
    score_threshold : float
        Boxes that score less take no part.
    box_format : str
        What the four numbers of a box mean.
    keep : {"detections", "filtered"}
        Which boxes a frame returns; the published code returns the filter's.

    Notes
    -----
    Source: A. Bewley, Z. Ge, L. Ott, F. Ramos, B. Upcroft, Simple Online and Realtime Tracking, ICIP 2016,
    arXiv:1602.00763.

    Examples
    --------
    >>> tracker = SortTracker()
    >>> [tracker.update([[x, 0, x + 9, 9]]).track_id.tolist() for x in (0, 4, 8, 12)]
    [[1], [1], [1], [1]]
    """

    @asks_kinds
    def __init__(
        self,
        *,
        iou_threshold: float = 0.3,
        max_age: int = 30,
        min_hits: int = 1,
        score_threshold: float = 0.0,
        box_format: str = "xyxy",
        keep: str = "detections",
    ) -> None:
        super().__init__(box_format=box_format, keep=keep)
        require_numbers(score_threshold=score_threshold)
        require_shares(iou_threshold=iou_threshold)
        require_counts(max_age=max_age, min_hits=min_hits)
        self._limit, self._oldest, self._hits = iou_threshold, max_age, min_hits
        self._score = score_threshold
        self._motion: Motion = AreaMotion.none()
        self._ids: Int64Array = np.zeros(0, dtype=np.int64)
        self._unseen: Int64Array = np.zeros(0, dtype=np.int64)
        self._streak: Int64Array = np.zeros(0, dtype=np.int64)
        self._labels: AnyArray | None = None

    def _step(self, frame: Frame) -> tuple[Int64Array, Int64Array, FloatArray]:
        rows = np.flatnonzero(frame.scores >= self._score)
        boxes = frame.boxes[rows]
        labels = None if frame.labels is None else frame.labels[rows]
        self._motion.predict()
        self._streak[self._unseen > 0] = 0
        self._unseen += 1
        found = overlaps(self._motion.boxes, boxes, self._labels, labels)
        tracks, columns = _joined(found, self._limit)
        self._motion.correct(tracks, boxes[columns])
        self._unseen[tracks] = 0
        self._streak[tracks] += 1
        seen = np.full(len(self._ids), -1, dtype=np.int64)
        seen[tracks] = columns
        new = others(len(rows), columns)
        seen = np.concatenate([seen, new])
        self._begin(boxes[new], None if labels is None else labels[new])
        shown = (seen >= 0) & ((self._streak >= self._hits) | (self._frames <= self._hits))
        answer = self._ids[shown], rows[seen[shown]], self._motion.boxes[shown]
        self._forget(self._unseen <= self._oldest)
        return answer

    def _begin(self, boxes: FloatArray, labels: AnyArray | None) -> None:
        count = len(boxes)
        self._motion = self._motion.joined(self._motion.started(boxes))
        self._ids = np.concatenate([self._ids, self._new_ids(count)])
        self._unseen = np.concatenate([self._unseen, np.zeros(count, dtype=np.int64)])
        self._streak = np.concatenate([self._streak, np.zeros(count, dtype=np.int64)])
        if labels is not None:
            self._labels = labels if self._labels is None else np.concatenate([self._labels, labels])

    def _forget(self, kept: AnyArray) -> None:
        rows = np.flatnonzero(kept)
        self._motion = self._motion.taken(rows)
        self._ids, self._unseen, self._streak = self._ids[rows], self._unseen[rows], self._streak[rows]
        if self._labels is not None:
            self._labels = self._labels[rows]


def _joined(found: FloatArray, limit: float) -> tuple[Int64Array, Int64Array]:
    """Pairs above the limit where they are one to one; else the largest total of all, without those below."""
    near = found > limit
    if near.any() and near.sum(0).max() == 1 and near.sum(1).max() == 1:
        rows, columns = np.nonzero(near)
        return rows.astype(np.int64), columns.astype(np.int64)
    rows, columns = worthiest_pairs(found)
    good = found[rows, columns] >= limit
    return rows[good], columns[good]
