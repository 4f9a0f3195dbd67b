"""The IoU tracker: a track goes on with the box that overlaps its last one most."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import asks_kinds, refuses_other_kinds
from truebox.tracking.trackers.tracker import (
    Frame,
    Tracker,
    overlaps,
    require_counts,
    require_numbers,
    require_shares,
)

if TYPE_CHECKING:
    from typing import Any

    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = ["IouTracker"]


class IouTracker(Tracker):
    """Bochinski et al.'s tracker, without motion: fast, and lost with the first miss.

    Parameters
    ----------
    low_score : float
        Boxes that score less take no part.
    high_score : float
        A track whose best box scores less is not kept; see `accepted`.
    iou_threshold : float
        A box continues a track from this overlap on.
    min_length : int
        A track with fewer boxes is not kept.
    box_format, keep
        As of every tracker: the boxes returned are always the detector's.

    Notes
    -----
    Source: E. Bochinski, V. Eiselein, T. Sikora, High-Speed Tracking-by-Detection Without Using Image
    Information, AVSS 2017.

    Examples
    --------
    >>> tracker = IouTracker()
    >>> [tracker.update([[x, 0, x + 9, 9]], [0.9]).track_id.tolist() for x in (0, 2, 4, 50)]
    [[1], [1], [1], [2]]
    """

    @asks_kinds
    def __init__(
        self,
        *,
        low_score: float = 0.3,
        high_score: float = 0.6,
        iou_threshold: float = 0.5,
        min_length: int = 2,
        box_format: str = "xyxy",
        keep: str = "detections",
    ) -> None:
        super().__init__(box_format=box_format, keep=keep)
        require_numbers(low_score=low_score, high_score=high_score)
        require_shares(iou_threshold=iou_threshold)
        require_counts(min_length=min_length)
        self._low, self._high = low_score, high_score
        self._limit, self._shortest = iou_threshold, min_length
        self._ids: Int64Array = np.zeros(0, dtype=np.int64)
        self._boxes: FloatArray = np.zeros((0, 4))
        self._labels: AnyArray | None = None
        self._best: dict[int, float] = {}
        self._length: dict[int, int] = {}

    def _step(self, frame: Frame) -> tuple[Int64Array, Int64Array, FloatArray]:
        rows = np.flatnonzero(frame.scores >= self._low)
        labels = None if frame.labels is None else frame.labels[rows]
        found = overlaps(self._boxes, frame.boxes[rows], self._labels, labels)
        ids = np.zeros(len(rows), dtype=np.int64)
        for track, overlap in zip(self._ids.tolist(), found, strict=True):  # the oldest chooses first
            open_to_it = np.where(ids == 0, overlap, -1.0)
            best = int(open_to_it.argmax()) if len(rows) else -1
            if best >= 0 and open_to_it[best] >= self._limit:
                ids[best] = track
        new = np.flatnonzero(ids == 0)
        ids[new] = self._new_ids(len(new))
        order = np.argsort(ids)
        self._ids, self._boxes = ids[order], frame.boxes[rows][order]
        self._labels = None if labels is None else labels[order]
        for track, score in zip(ids.tolist(), frame.scores[rows].tolist(), strict=True):
            self._best[track] = max(score, self._best.get(track, score))
            self._length[track] = self._length.get(track, 0) + 1
        return ids, rows, frame.boxes[rows]

    @refuses_other_kinds
    def accepted(self, track_ids: Any) -> AnyArray:
        """Tracks that are long enough and were once certain."""
        return np.array(
            [
                self._best.get(int(each), -np.inf) >= self._high
                and self._length.get(int(each), 0) >= self._shortest
                for each in track_ids
            ],
            dtype=bool,
        )
