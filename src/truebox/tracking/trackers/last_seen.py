"""Where tracks were seen of late, and where they are heading."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = ["LastSeen"]

_NEVER = np.iinfo(np.int64).min  # before any frame that a direction may be taken from


@dataclass(slots=True)
class LastSeen:
    """The boxes of N tracks in the last S - 1 frames, and the last of all.

    Parameters
    ----------
    boxes : float64 array [N, S, 4]
        x0 y0 x1 y1, a frame f at place f modulo S.
    frames : int64 array [N, S]
        Of each place; the least number where there is none.
    last_boxes : float64 array [N, 4]
    last_frame : int64 array [N]
    heading : float64 array [N, 2]
        The direction of the last step, of length 1; 0 where none is known.
    """

    boxes: FloatArray
    frames: Int64Array
    last_boxes: FloatArray
    last_frame: Int64Array
    heading: FloatArray

    @classmethod
    def none(cls, frames: int) -> LastSeen:
        """Of no track yet; directions are taken over so many frames."""
        if not isinstance(frames, int) or frames < 1:
            raise ArgumentError(
                f"direction_frames: {frames!r} is not possible. Fix: pass a whole number from 1 on."
            )
        places = frames + 1
        return cls(
            np.zeros((0, places, 4)),
            np.zeros((0, places), dtype=np.int64),
            np.zeros((0, 4)),
            np.zeros(0, dtype=np.int64),
            np.zeros((0, 2)),
        )

    def joined(self, boxes: FloatArray, frame: int) -> LastSeen:
        """With new tracks, first seen in a frame."""
        count, places = len(boxes), self.frames.shape[1]
        seen, frames = np.zeros((count, places, 4)), np.full((count, places), _NEVER, dtype=np.int64)
        seen[:, frame % places], frames[:, frame % places] = boxes, frame
        return LastSeen(
            np.concatenate([self.boxes, seen]),
            np.concatenate([self.frames, frames]),
            np.concatenate([self.last_boxes, boxes]),
            np.concatenate([self.last_frame, np.full(count, frame, dtype=np.int64)]),
            np.concatenate([self.heading, np.zeros((count, 2))]),
        )

    def taken(self, rows: AnyArray) -> LastSeen:
        """Of some tracks."""
        return LastSeen(
            self.boxes[rows],
            self.frames[rows],
            self.last_boxes[rows],
            self.last_frame[rows],
            self.heading[rows],
        )

    def see(self, tracks: Int64Array, boxes: FloatArray, frame: int) -> None:
        """Some tracks in a frame; which way they went is taken from the oldest box that is young enough."""
        self.heading[tracks] = _directions(_centres(self._before(frame)[tracks]), _centres(boxes))
        place = frame % self.frames.shape[1]
        self.boxes[tracks, place], self.frames[tracks, place] = boxes, frame
        self.last_boxes[tracks], self.last_frame[tracks] = boxes, frame

    def agreement(self, tracks: Int64Array, boxes: FloatArray, frame: int) -> FloatArray:
        """Of pairs of a track and a box, how well the way to the box agrees with where the track is heading.

        From 1/2, straight on, to -1/2, straight back; 0 where a track has no direction.
        """
        way = _directions(_centres(self._before(frame)[tracks]), _centres(boxes))
        heading = self.heading[tracks]
        along = np.clip(way[:, 0] * heading[:, 0] + way[:, 1] * heading[:, 1], -1, 1)
        agreement: FloatArray = 0.5 - np.arccos(along) / np.pi
        return agreement

    def _before(self, frame: int) -> FloatArray:
        """The box that each track is taken from: the oldest of the last frames, else the last of all."""
        places = self.frames.shape[1]
        order = np.arange(frame - places + 1, frame)  # from the oldest that is young enough
        held = self.frames[:, order % places] == order
        first = held.argmax(axis=1)
        found = self.boxes[np.arange(len(self.boxes)), order[first] % places]
        return np.where(held.any(axis=1)[:, None], found, self.last_boxes)


def _centres(boxes: FloatArray) -> FloatArray:
    centres: FloatArray = (boxes[..., :2] + boxes[..., 2:]) / 2
    return centres


def _directions(begin: FloatArray, end: FloatArray) -> FloatArray:
    """From point to point, of length 1; 0 where they are one."""
    way = end - begin
    length = np.hypot(way[:, :1], way[:, 1:])
    found: FloatArray = np.divide(way, length, out=np.zeros_like(way), where=length > 0)
    return found
