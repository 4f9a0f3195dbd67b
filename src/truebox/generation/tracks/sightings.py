"""What an imaginary detector sees of people who walk: hidden ones rarely, and now and then nobody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox.generation.tracks.walks import HEIGHT, WIDTH

if TYPE_CHECKING:
    from truebox.generation.chance import Chance
    from truebox.generation.tracks.walks import Walks
    from truebox.typing import FloatArray, Int64Array

__all__ = ["Sightings", "see"]

_GHOST_EVERY = 15
"""Frames for each ghost: something that is taken for a person for a while."""
_GHOST_STAYS = (3, 8)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Sightings:
    """The detections of one sequence, ordered by frame.

    Parameters
    ----------
    frame : int64 array [N]
        From 0.
    person : int64 array [N]
        Who it is; from the number of people on, ghosts.
    boxes : float64 array [N, 4]
        x, y, width, height, in tenths of pixels.
    scores : float64 array [N]
        In hundredths.
    ghosts : int
        How many there are.
    """

    frame: Int64Array
    person: Int64Array
    boxes: FloatArray
    scores: FloatArray
    ghosts: int

    def __len__(self) -> int:
        return len(self.frame)


def see(walks: Walks, chance: Chance) -> Sightings:
    """Detect people: 98 of 100 who are to be seen, 6 of 10 half hidden ones, and one of ten hidden ones.

    Examples
    --------
    >>> from truebox.generation.chance import Chance
    >>> from truebox.generation.tracks.walks import make_walks
    >>> seen = see(make_walks(30, Chance(7)), Chance(8))
    >>> seen.ghosts, bool((seen.scores > 0).all())
    (2, True)
    """
    likely = np.where(walks.visible > 0.5, 0.98, np.where(walks.visible > 0.25, 0.6, 0.1))
    found = chance.happens(likely, len(walks))
    noise = np.stack([chance.bell(len(walks)) for _ in range(4)], axis=1) * 0.025
    boxes = walks.boxes + noise * walks.boxes[:, [2, 3, 2, 3]]
    scores = 0.5 + 0.35 * walks.visible + 0.14 * chance.uniform(len(walks))
    people = int(walks.person.max(initial=-1)) + 1
    frame, person, more, more_scores = _ghosts(walks.frames, people, chance)
    frames = np.concatenate([walks.frame[found], frame])
    order = np.argsort(frames, kind="stable")
    return Sightings(
        frame=frames[order],
        person=np.concatenate([walks.person[found], person])[order],
        boxes=np.floor(np.concatenate([boxes[found], more])[order] * 10) / 10,
        scores=np.floor(np.concatenate([scores[found], more_scores])[order] * 100) / 100,
        ghosts=len(np.unique(person)),
    )


def _ghosts(
    frames: int, people: int, chance: Chance
) -> tuple[Int64Array, Int64Array, FloatArray, FloatArray]:
    count = frames // _GHOST_EVERY
    first = chance.whole(max(1, frames), count)
    stays = _GHOST_STAYS[0] + chance.whole(_GHOST_STAYS[1] - _GHOST_STAYS[0] + 1, count)
    stays = np.minimum(stays, frames - first)
    high = chance.between(80, 160, count)
    wide = high * 0.4
    left, top = chance.uniform(count) * (WIDTH - wide), chance.uniform(count) * (HEIGHT - high)
    which = np.repeat(np.arange(count), stays)
    since = np.arange(len(which)) - np.repeat(np.cumsum(stays) - stays, stays)
    boxes = np.stack([left, top, wide, high], axis=1)[which]
    boxes = boxes + np.stack([chance.bell(len(which)) for _ in range(4)], axis=1) * 2.0
    return first[which] + since, people + which, boxes, chance.between(0.3, 0.75, len(which))
