"""An imaginary tracker: its habits, declared as numbers, and the tracks it makes of detections."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import require_fields
from truebox.errors import ArgumentError
from truebox.generation.datasets.knobs import require_at_least, require_share

if TYPE_CHECKING:
    from truebox.generation.chance import Chance
    from truebox.generation.tracks.sightings import Sightings
    from truebox.typing import FloatArray, Int64Array

__all__ = ["TRACKERS", "Followed", "ImaginaryTracker", "follow"]

_MEETING = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class ImaginaryTracker:
    """How an imaginary tracker errs.

    Parameters
    ----------
    name : str
        Letters and digits; part of its folder's name.
    patience : int
        So many frames without a detection are bridged; after more, a person who is back is a new one.
    exchanges : float
        Share of meetings (IoU above 0.3) after which both go on under the other's id.
    breaks : float
        Chance in every frame that a track goes on under a new id.
    misses : float
        Share of the detections that it does not take.
    ghosts : float
        Share of the ghosts that it follows.

    Examples
    --------
    >>> [tracker.name for tracker in TRACKERS]
    ['A', 'B']
    """

    name: str
    patience: int
    exchanges: float
    breaks: float
    misses: float
    ghosts: float

    def __post_init__(self) -> None:
        require_fields(self)
        if not (self.name.isascii() and self.name.isalnum()):
            raise ArgumentError(f"name={self.name!r}: expected letters and digits, such as name='A'")
        require_at_least("patience", self.patience, 0)
        for name in ("exchanges", "breaks", "misses", "ghosts"):
            require_share(name, getattr(self, name))


TRACKERS = (
    ImaginaryTracker(name="A", patience=12, exchanges=0.15, breaks=0.0005, misses=0.02, ghosts=0.3),
    ImaginaryTracker(name="B", patience=1, exchanges=0.5, breaks=0.006, misses=0.01, ghosts=1.0),
)
"""Tracker A keeps identities; B takes a few more boxes, follows every ghost, and forgets soon."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Followed:
    """The tracks of one tracker in one sequence.

    Parameters
    ----------
    rows : int64 array [N]
        Which detections it took.
    track : int64 array [N]
        Its ids, from 1.
    planted : mapping of str to int
        ``exchanges`` of two ids, ``returns`` under a new id after a gap, ``new_ids`` in the middle,
        ``gaps`` that were bridged, ``missed`` detections, ``false_tracks``.
    """

    rows: Int64Array
    track: Int64Array
    planted: dict[str, int]


def follow(seen: Sightings, people: int, tracker: ImaginaryTracker, chance: Chance) -> Followed:
    """Make the tracks that this tracker would; from `people` on, persons are ghosts.

    Examples
    --------
    >>> from truebox.generation.chance import Chance
    >>> from truebox.generation.tracks.sightings import see
    >>> from truebox.generation.tracks.walks import make_walks
    >>> seen = see(make_walks(30, Chance(7)), Chance(8))
    >>> followed = follow(seen, 10, TRACKERS[0], Chance(9))
    >>> len(followed.rows) == len(followed.track)
    True
    """
    ghost = seen.person >= people
    believed = chance.happens(tracker.ghosts, seen.ghosts)
    taken = np.where(
        ghost,
        believed[np.maximum(seen.person - people, 0)] if seen.ghosts else False,
        ~chance.happens(tracker.misses, len(seen)),
    )
    breaks = chance.happens(tracker.breaks, len(seen)) & ~ghost
    swaps = chance.happens(tracker.exchanges, len(seen))
    rows = np.flatnonzero(taken)
    notes = _Notes(tracker.patience)
    frames = seen.frame[rows]
    bounds = np.searchsorted(frames, np.arange(int(frames.max(initial=-1)) + 2)).tolist()
    for frame, (begin, end) in enumerate(pairwise(bounds)):
        own = rows[begin:end]
        notes.go_on(frame, seen.person[own].tolist(), breaks[own].tolist())
        walking = own[~ghost[own]]
        notes.meet(seen.person[walking].tolist(), seen.boxes[walking], swaps[walking].tolist())
        notes.write(seen.person[own].tolist())
    planted = notes.planted | {
        "missed": int((~taken & ~ghost).sum()),
        "false_tracks": len(np.unique(seen.person[rows[ghost[rows]]])),
    }
    return Followed(rows=rows, track=np.array(notes.written, dtype=np.int64), planted=planted)


class _Notes:
    """Who has which id, since when, and who is meeting whom."""

    def __init__(self, patience: int) -> None:
        self.planted = {"exchanges": 0, "returns": 0, "new_ids": 0, "gaps": 0}
        self.written: list[int] = []
        self._patience = patience
        self._id: dict[int, int] = {}
        self._last: dict[int, int] = {}
        self._meeting: set[tuple[int, int]] = set()
        self._next = 1

    def go_on(self, frame: int, people: list[int], breaks: list[bool]) -> None:
        """Give every person of the frame an id: the old one, or a new one."""
        for person, breaking in zip(people, breaks, strict=True):
            unseen = frame - self._last.get(person, frame) - 1
            if person not in self._id:
                self._renew(person)
            elif unseen > self._patience:
                self.planted["returns"] += 1
                self._renew(person)
            elif unseen > 0:
                self.planted["gaps"] += 1
            elif breaking:
                self.planted["new_ids"] += 1
                self._renew(person)
            self._last[person] = frame

    def meet(self, people: list[int], boxes: FloatArray, swaps: list[bool]) -> None:
        """Exchange ids at the first frame of a meeting, where the dice say so."""
        now = set()
        for first, second in _close(boxes):
            pair = (people[first], people[second])
            now.add(pair)
            if pair not in self._meeting and swaps[first]:
                one, other = pair
                self._id[one], self._id[other] = self._id[other], self._id[one]
                self.planted["exchanges"] += 1
        self._meeting = now

    def write(self, people: list[int]) -> None:
        """Write the ids of this frame down."""
        self.written += [self._id[person] for person in people]

    def _renew(self, person: int) -> None:
        self._id[person] = self._next
        self._next += 1


def _close(boxes: FloatArray) -> list[tuple[int, int]]:
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum((boxes[:, :2] + boxes[:, 2:])[:, None], (boxes[:, :2] + boxes[:, 2:])[None])
    common = np.maximum(high - low, 0)
    shared = common[..., 0] * common[..., 1]
    area = boxes[:, 2] * boxes[:, 3]
    first, second = np.nonzero(shared > _MEETING * (area[:, None] + area[None] - shared))
    return [pair for pair in zip(first.tolist(), second.tolist(), strict=True) if pair[0] < pair[1]]
