"""What there is to see of an event: boxes by frame, and the part of the picture they lie in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from truebox.evaluation import TrackResult
    from truebox.typing import AnyArray, FloatArray

__all__ = ["EventScene", "SeenTracks"]

# Around what an event is about: so much of its size on either side, and at least so many pixels in all.
_MARGIN, _LEAST = 0.35, 96.0
_NARROWEST, _WIDEST = 0.62, 1.6


@dataclass(frozen=True, slots=True, eq=False)
class SeenTracks:
    """The rows of one side, sequence and class that count.

    Parameters
    ----------
    frame : int64 array [N]
        As the files count.
    track : int64 array [N]
    boxes : float64 array [N, 4]
        Corners.
    """

    frame: AnyArray
    track: AnyArray
    boxes: FloatArray

    def at(self, frame: int) -> dict[int, FloatArray]:
        """Track to box in one frame."""
        rows = np.flatnonzero(self.frame == frame)
        return dict(zip(self.track[rows].tolist(), self.boxes[rows], strict=True))

    def way(self, track: int, frame: int, most: int) -> FloatArray:
        """Middles of a track in the frames up to `frame`, at most so many, without what lies before a gap."""
        rows = np.flatnonzero((self.track == track) & (self.frame <= frame) & (self.frame > frame - most))
        rows = rows[np.argsort(self.frame[rows], kind="stable")]
        gaps = np.flatnonzero(np.diff(self.frame[rows]) > 1)
        rows = rows[gaps[-1] + 1 :] if len(gaps) else rows
        middles: FloatArray = (self.boxes[rows, :2] + self.boxes[rows, 2:]) / 2
        return middles

    def of(self, tracks: set[int], first: int, last: int) -> FloatArray:
        """Boxes of some tracks in a span of frames."""
        chosen = np.isin(self.track, list(tracks)) & (self.frame >= first) & (self.frame <= last)
        return self.boxes[chosen]


@dataclass(frozen=True, slots=True, eq=False)
class EventScene:
    """One event: the tracks of both sides that it is about, and all others of its class.

    Parameters
    ----------
    truth, predictions : SeenTracks
    true_ids, found_ids : set of int
        What the event is about.
    first, last : int
        Of the sequence, as its files count.
    """

    truth: SeenTracks
    predictions: SeenTracks
    true_ids: set[int]
    found_ids: set[int]
    first: int
    last: int

    @classmethod
    def of(cls, result: TrackResult, sequence: int, category: int, row: tuple[Any, ...]) -> EventScene:
        """Find the rows of an event; `row` is as `TrackEvents.rows` gives it."""
        true, found = result.truth.sequences[sequence], result.predictions.sequences[sequence]
        cell = next(each for each in result.matched if (each.sequence, each.category) == (sequence, category))
        length = max(true.length, 1 + int(true.frame.max(initial=-1)), 1 + int(found.frame.max(initial=-1)))
        sides = [
            _seen(side, rows[partner != -2], layout, true.first)
            for side, rows, partner, layout in (
                (true, cell.truth_rows, cell.partner_of_truth, result.truth.layout),
                (found, cell.prediction_rows, cell.partner_of_prediction, result.predictions.layout),
            )
        ]
        return cls(
            sides[0],
            sides[1],
            {row[4]} - {None},
            {row[5], row[6]} - {None},
            true.first,
            true.first + length - 1,
        )

    def extent(self) -> tuple[float, float]:
        """Width and height that hold all boxes, for a canvas."""
        boxes = np.concatenate([self.truth.boxes, self.predictions.boxes])
        far = np.nan_to_num(boxes[:, 2:], posinf=0, neginf=0).max(axis=0, initial=64.0)
        return float(far[0]), float(far[1])

    def crop(self, first: int, last: int, size: tuple[float, float]) -> FloatArray:
        """Left, top, right, bottom of the part of a picture in which the event is, with room around it."""
        boxes = np.concatenate(
            [self.truth.of(self.true_ids, first, last), self.predictions.of(self.found_ids, first, last)]
        )
        boxes = boxes[np.isfinite(boxes).all(axis=1)]
        whole = np.array([0.0, 0.0, *size])
        if not len(boxes):
            return whole
        low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
        middle, sides = (low + high) / 2, np.maximum((high - low) * (1 + 2 * _MARGIN), _LEAST)
        sides[0] = max(sides[0], _NARROWEST * sides[1])
        sides[1] = max(sides[1], sides[0] / _WIDEST)
        sides = np.minimum(sides, size)
        corner = np.clip(middle - sides / 2, 0, np.array(size) - sides)
        return np.concatenate([corner, corner + sides])


def _seen(side: Any, rows: AnyArray, layout: str, first: int) -> SeenTracks:
    boxes = side.boxes[rows].astype(np.float64)
    if layout != "xyxy":
        boxes = np.concatenate([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]], axis=1)
    return SeenTracks(side.frame[rows].astype(np.int64) + first, side.track[rows], boxes)
