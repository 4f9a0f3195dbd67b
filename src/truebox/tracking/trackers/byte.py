"""ByteTrack: boxes of low score continue tracks too, after those of high score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import asks_kinds
from truebox.tracking.trackers.motion import HeightMotion
from truebox.tracking.trackers.tracker import (
    Frame,
    Tracker,
    overlaps,
    require_counts,
    require_numbers,
    require_shares,
    worthiest_pairs,
)

if TYPE_CHECKING:
    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = ["ByteTracker"]

_UNCONFIRMED, _TRACKED, _LOST = 0, 1, 2
_SECOND, _FIRST_SIGHT, _SAME = 0.5, 0.7, 0.15


class ByteTracker(Tracker):
    """Zhang et al.'s tracker, by motion and overlap alone.

    Parameters
    ----------
    high_score : float
        Boxes above take part in the first stage, those below it and above `low_score` in the second; as in
        the published code one that scores exactly this takes part in neither.
    low_score : float
        Boxes that score no more take no part.
    new_score : float, optional
        A track begins with a box of at least this score; by default `high_score` + 0.1.
    match_threshold : float
        In the first stage a pair may be so far apart, where the distance is ``1 - IoU * score``.
    max_lost : int
        A track is forgotten after so many frames without a box.
    box_format : str
        What the four numbers of a box mean.
    keep : {"detections", "filtered"}
        Which boxes a frame returns; the published code returns the filter's.

    Notes
    -----
    Source: Y. Zhang et al., ByteTrack: Multi-Object Tracking by Associating Every Detection Box, ECCV 2022,
    arXiv:2110.06864. The defaults are those of its demonstration; on MOT17 it was run with
    ``high_score=0.6, match_threshold=0.9``. A track that begins after the first frame is shown from its
    second box on.

    Examples
    --------
    >>> tracker = ByteTracker()
    >>> frames = [([[x, 0, x + 9, 9]], [score]) for x, score in ((0, 0.9), (1, 0.3), (2, 0.9))]
    >>> [tracker.update(boxes, scores).track_id.tolist() for boxes, scores in frames]
    [[1], [1], [1]]
    """

    @asks_kinds
    def __init__(
        self,
        *,
        high_score: float = 0.5,
        low_score: float = 0.1,
        new_score: float | None = None,
        match_threshold: float = 0.8,
        max_lost: int = 30,
        box_format: str = "xyxy",
        keep: str = "detections",
    ) -> None:
        super().__init__(box_format=box_format, keep=keep)
        require_numbers(high_score=high_score, low_score=low_score, new_score=new_score)
        require_shares(match_threshold=match_threshold)
        require_counts(max_lost=max_lost)
        self._high, self._low = high_score, low_score
        self._born = high_score + 0.1 if new_score is None else new_score
        self._limit, self._longest = match_threshold, max_lost
        self._motion = HeightMotion.none()
        self._ids: Int64Array = np.zeros(0, dtype=np.int64)
        self._state: Int64Array = np.zeros(0, dtype=np.int64)
        self._last: Int64Array = np.zeros(0, dtype=np.int64)
        self._first: Int64Array = np.zeros(0, dtype=np.int64)
        self._labels: AnyArray | None = None

    def _step(self, frame: Frame) -> tuple[Int64Array, Int64Array, FloatArray]:
        self._motion.keep_heights(self._state == _LOST)
        followed = np.flatnonzero(self._state != _UNCONFIRMED)  # a first sight has no motion yet
        moved = self._motion.taken(followed)
        moved.predict()
        self._motion.state[followed] = moved.state
        seen = np.full(len(self._ids), -1, dtype=np.int64)
        high = np.flatnonzero(frame.scores > self._high)
        low = np.flatnonzero((frame.scores > self._low) & (frame.scores < self._high))
        was = self._state.copy()
        pool = np.flatnonzero(was != _UNCONFIRMED)
        left = self._pair(frame, pool, high, seen, self._limit, by_score=True)
        rest = pool[(seen[pool] < 0) & (was[pool] == _TRACKED)]
        self._pair(frame, rest, low, seen, _SECOND, by_score=False)
        left = self._pair(frame, np.flatnonzero(was == _UNCONFIRMED), left, seen, _FIRST_SIGHT, by_score=True)
        matched = np.flatnonzero(seen >= 0)
        self._motion.correct(matched, frame.boxes[seen[matched]])
        self._state[matched], self._last[matched] = _TRACKED, self._frames
        self._state[(seen < 0) & (was == _TRACKED)] = _LOST
        gone = (seen < 0) & (was == _UNCONFIRMED)
        born = left[frame.scores[left] >= self._born]
        seen = np.concatenate([seen, born])
        self._begin(frame, born)
        gone = np.concatenate([gone, np.zeros(len(born), dtype=bool)])
        gone |= (self._state == _LOST) & (self._frames - self._last > self._longest)
        gone |= self._repeated()
        shown = (self._state == _TRACKED) & (seen >= 0) & ~gone
        answer = self._ids[shown], seen[shown], self._motion.boxes[shown]
        self._forget(~gone)
        return answer

    def _pair(
        self,
        frame: Frame,
        tracks: Int64Array,
        rows: Int64Array,
        seen: Int64Array,
        limit: float,
        *,
        by_score: bool,
    ) -> Int64Array:
        """Join tracks to rows of the frame, into `seen`; the rows that are left."""
        own = None if self._labels is None else self._labels[tracks]
        labels = None if frame.labels is None else frame.labels[rows]
        likeness = overlaps(self._motion.boxes[tracks], frame.boxes[rows], own, labels)
        if by_score:
            likeness = likeness * frame.scores[rows]
        # A pair saves the limit of both being alone: the largest total of what is left of it.
        chosen, columns = worthiest_pairs(np.where(likeness > 0, limit - (1 - likeness), 0.0))
        seen[tracks[chosen]] = rows[columns]
        return np.delete(rows, columns)

    def _begin(self, frame: Frame, rows: Int64Array) -> None:
        count = len(rows)
        state = _TRACKED if self._frames == 1 else _UNCONFIRMED
        self._motion = self._motion.joined(self._motion.started(frame.boxes[rows]))
        self._ids = np.concatenate([self._ids, self._new_ids(count)])
        self._state = np.concatenate([self._state, np.full(count, state)])
        self._last = np.concatenate([self._last, np.full(count, self._frames)])
        self._first = np.concatenate([self._first, np.full(count, self._frames)])
        if frame.labels is not None:
            labels = frame.labels[rows]
            self._labels = labels if self._labels is None else np.concatenate([self._labels, labels])

    def _repeated(self) -> AnyArray:
        """Of a tracked and a lost track on one place, the one that has been followed for a shorter time."""
        gone = np.zeros(len(self._ids), dtype=bool)
        tracked, lost = np.flatnonzero(self._state == _TRACKED), np.flatnonzero(self._state == _LOST)
        boxes = self._motion.boxes
        found = overlaps(boxes[tracked], boxes[lost])
        time = self._last - self._first
        for i, j in zip(*np.nonzero(found > 1 - _SAME), strict=True):
            shorter = lost[j] if time[tracked[i]] > time[lost[j]] else tracked[i]
            gone[shorter] = True
        return gone

    def _forget(self, kept: AnyArray) -> None:
        rows = np.flatnonzero(kept)
        self._motion = self._motion.taken(rows)
        self._ids, self._state = self._ids[rows], self._state[rows]
        self._last, self._first = self._last[rows], self._first[rows]
        if self._labels is not None:
            self._labels = self._labels[rows]
