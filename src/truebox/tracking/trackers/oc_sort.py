"""OC-SORT: the filter hears only what was seen, and what was seen says where a track is heading."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import asks_kinds
from truebox.tracking.trackers.last_seen import LastSeen
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

__all__ = ["OcSortTracker"]


class OcSortTracker(Tracker):
    """Cao et al.'s tracker: SORT that trusts what it saw more than what it guessed.

    Parameters
    ----------
    score_threshold : float
        Boxes that score less take no part.
    iou_threshold : float
        A box continues a track from this overlap on, with the predicted box or with the one last seen.
    max_age : int
        A track is forgotten after so many frames without a box.
    min_hits : int
        A track is shown after so many further boxes in a row, at once in the first frames of a sequence.
    direction_weight : float
        How much agreement in direction counts beside overlap; 0 asks for overlap alone.
    direction_frames : int
        The direction of a track is taken over so many frames.
    box_format : str
        What the four numbers of a box mean.
    keep : {"detections", "filtered"}
        Which boxes a frame returns; the published code returns the detector's.

    Raises
    ------
    ArgumentError
        A threshold or a length is no finite number, or `direction_frames` no whole number from 1 on.

    Notes
    -----
    Source: J. Cao, J. Pang, X. Weng, R. Khirodkar, K. Kitani, Observation-Centric SORT, CVPR 2023,
    arXiv:2203.14360. Its three parts: a track that was lost and comes back goes again from where it was last
    seen, along a straight line to where it is now (re-update); pairs are chosen by overlap and by whether the
    box lies where the track is heading (momentum); and what is left is compared with the boxes last seen
    (recovery). The paper counts boxes above a score of 0.6 (0.4 on MOT20), and its code shows tracks after
    three further boxes (``score_threshold=0.6, min_hits=3``); here every box takes part, and a track is shown
    with its second. The weight of 0.2 and the three frames are the paper's.

    Examples
    --------
    >>> tracker = OcSortTracker()
    >>> seen = (0, 4, 8, None, None, 20)  # and two frames without it
    >>> frames = [[] if x is None else [[x, 0, x + 9, 9]] for x in seen]
    >>> [tracker.update(boxes).track_id.tolist() for boxes in frames]
    [[1], [1], [1], [], [], [1]]
    """

    @asks_kinds
    def __init__(
        self,
        *,
        score_threshold: float = 0.0,
        iou_threshold: float = 0.3,
        max_age: int = 30,
        min_hits: int = 1,
        direction_weight: float = 0.2,
        direction_frames: int = 3,
        box_format: str = "xyxy",
        keep: str = "detections",
    ) -> None:
        super().__init__(box_format=box_format, keep=keep)
        require_numbers(
            score_threshold=score_threshold,
            direction_weight=direction_weight,
            direction_frames=direction_frames,
        )
        require_shares(iou_threshold=iou_threshold)
        require_counts(max_age=max_age, min_hits=min_hits)
        self._score, self._limit = score_threshold, iou_threshold
        self._oldest, self._hits = max_age, min_hits
        self._weight = direction_weight
        self._motion: Motion = AreaMotion.none()
        self._held: Motion = AreaMotion.none()  # as it was when the track was last seen
        self._last_seen = LastSeen.none(direction_frames)
        self._ids: Int64Array = np.zeros(0, dtype=np.int64)
        self._streak: Int64Array = np.zeros(0, dtype=np.int64)
        self._labels: AnyArray | None = None

    def _step(self, frame: Frame) -> tuple[Int64Array, Int64Array, FloatArray]:
        rows = np.flatnonzero(frame.scores >= self._score)
        boxes, scores = frame.boxes[rows], frame.scores[rows]
        labels = None if frame.labels is None else frame.labels[rows]
        self._motion.predict()
        self._streak[self._last_seen.last_frame < self._frames - 1] = 0
        seen = np.full(len(self._ids), -1, dtype=np.int64)
        worth = overlaps(self._motion.boxes, boxes, self._labels, labels)
        tracks, columns = np.nonzero(worth >= self._limit)
        heading = self._last_seen.agreement(tracks, boxes[columns], self._frames)
        heading *= self._weight * np.clip(scores[columns], 0, 1)
        first = np.zeros_like(worth)
        first[tracks, columns] = worth[tracks, columns] + heading
        tracks, columns = worthiest_pairs(first)
        seen[tracks] = columns
        self._recover(boxes, labels, seen)
        matched = np.flatnonzero(seen >= 0)
        self._take_in(matched, boxes[seen[matched]])
        self._streak[matched] += 1
        new = others(len(rows), seen[matched])
        self._begin(boxes[new], None if labels is None else labels[new])
        seen = np.concatenate([seen, new])
        shown = (seen >= 0) & ((self._streak >= self._hits) | (self._frames <= self._hits))
        answer = self._ids[shown], rows[seen[shown]], self._motion.boxes[shown]
        self._forget(self._frames - self._last_seen.last_frame <= self._oldest)
        return answer

    def _recover(self, boxes: FloatArray, labels: AnyArray | None, seen: Int64Array) -> None:
        """Join what is left by the boxes last seen, into `seen`."""
        lost = np.flatnonzero(seen < 0)
        left = others(len(boxes), seen[seen >= 0])
        if not len(lost) or not len(left):
            return
        own = None if self._labels is None else self._labels[lost]
        found = overlaps(
            self._last_seen.last_boxes[lost], boxes[left], own, None if labels is None else labels[left]
        )
        tracks, columns = worthiest_pairs(np.where(found >= self._limit, found, 0.0))
        seen[lost[tracks]] = left[columns]

    def _take_in(self, tracks: Int64Array, boxes: FloatArray) -> None:
        """Correct the filter; a track that was lost goes from its last box in even steps to the new one."""
        gaps = self._frames - self._last_seen.last_frame[tracks]
        again = np.flatnonzero(gaps > 1)
        if len(again):
            again = again[np.argsort(-gaps[again], kind="stable")]
            rows = tracks[again]
            motion = self._held.taken(rows)
            _go_again(motion, self._last_seen.last_boxes[rows], boxes[again], gaps[again])
            self._motion.state[rows] = motion.state
        self._motion.correct(tracks, boxes)
        self._held.state[tracks] = self._motion.state[tracks]
        self._last_seen.see(tracks, boxes, self._frames)

    def _begin(self, boxes: FloatArray, labels: AnyArray | None) -> None:
        started = self._motion.started(boxes)
        self._motion, self._held = self._motion.joined(started), self._held.joined(started)
        self._last_seen = self._last_seen.joined(boxes, self._frames)
        self._ids = np.concatenate([self._ids, self._new_ids(len(boxes))])
        self._streak = np.concatenate([self._streak, np.zeros(len(boxes), dtype=np.int64)])
        if labels is not None:
            self._labels = labels if self._labels is None else np.concatenate([self._labels, labels])

    def _forget(self, kept: AnyArray) -> None:
        rows = np.flatnonzero(kept)
        if len(rows) == len(self._ids):
            return
        self._motion, self._held = self._motion.taken(rows), self._held.taken(rows)
        self._last_seen = self._last_seen.taken(rows)
        self._ids, self._streak = self._ids[rows], self._streak[rows]
        if self._labels is not None:
            self._labels = self._labels[rows]


def _go_again(motion: Motion, before: FloatArray, after: FloatArray, gaps: Int64Array) -> None:
    """To the frame before the last, and on to what is expected of the last; the longest gap comes first."""
    way = after - before
    going = len(gaps)
    for step in range(1, int(gaps[0]) + 1):
        left = motion.taken(slice(going))  # a view: what is done to it is done to the whole
        left.predict()
        going = int(np.count_nonzero(gaps > step))
        if going:
            share = (step / gaps[:going])[:, None]
            left.correct(slice(going), before[:going] + share * way[:going])
