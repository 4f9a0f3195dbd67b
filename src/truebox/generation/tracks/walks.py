"""People on their ways through one sequence, and how much of them is to be seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.generation.chance import Chance
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["Walks", "make_walks"]

WIDTH, HEIGHT = 960, 540
_FIRST = 8
"""So many are there in the first frame; the last of them stands still."""
_COMING = 12
"""A further one comes every so many frames."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Walks:
    """Every person in every frame, ordered by frame.

    Parameters
    ----------
    frames : int
    frame : int64 array [N]
        From 0.
    person : int64 array [N]
        From 0.
    boxes : float64 array [N, 4]
        x, y, width, height; whole pixels.
    visible : float64 array [N]
        Share of the box that nobody nearer covers, in hundredths.
    standing : bool array [N]
        Of persons who do not move: a class of their own in MOTChallenge, not to be found.
    """

    frames: int
    frame: Int64Array
    person: Int64Array
    boxes: FloatArray
    visible: FloatArray
    standing: BoolArray

    def __len__(self) -> int:
        return len(self.frame)


def make_walks(frames: int, chance: Chance) -> Walks:
    """Let people walk through a picture of 960 times 540 pixels; who leaves it does not come back.

    Examples
    --------
    >>> from truebox.generation.chance import Chance
    >>> walks = make_walks(24, Chance(7))
    >>> int(walks.person.max()) + 1, float(walks.visible.max())
    (10, 1.0)
    """
    count = _FIRST + frames // _COMING
    person = np.arange(count)
    stands = person == _FIRST - 1
    high = np.floor(chance.between(110, 200, count))
    wide = np.floor(high * 0.4)
    foot = np.floor(180 + (high - 90) * 2.6 + chance.between(-15, 15, count))  # who is near is large
    leftward = chance.happens(0.5, count)
    pace = np.where(stands, 0.0, chance.between(3, 8, count) * high / 150)
    pace = np.where(leftward, -pace, pace)
    comes = np.where(person < _FIRST, 0, chance.whole(max(1, frames), count))
    inside = np.floor(chance.uniform(count) * (WIDTH - wide))
    start = np.where(person < _FIRST, inside, np.where(leftward, WIDTH - wide, 0.0))
    at, who = np.divmod(np.arange(frames * count), count)
    left = np.floor(start[who] + pace[who] * (at - comes[who]))
    middle = left + wide[who] / 2
    there = (at >= comes[who]) & (middle >= 0) & (middle <= WIDTH)
    at, who, left = at[there], who[there], left[there]
    boxes = np.stack([left, foot[who] - high[who], wide[who], high[who]], axis=1)
    return Walks(
        frames=frames,
        frame=at,
        person=who,
        boxes=boxes,
        visible=_visible(at, boxes, foot[who]),
        standing=stands[who],
    )


def _visible(frame: Int64Array, boxes: FloatArray, foot: FloatArray) -> FloatArray:
    visible = np.ones(len(frame))
    bounds = np.searchsorted(frame, np.arange(int(frame.max(initial=-1)) + 2))
    for begin, end in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        own, feet = boxes[begin:end], foot[begin:end]
        low = np.maximum(own[:, None, :2], own[None, :, :2])
        high = np.minimum((own[:, :2] + own[:, 2:])[:, None], (own[:, :2] + own[:, 2:])[None])
        common = np.maximum(high - low, 0)
        share = common[..., 0] * common[..., 1] / (own[:, 2] * own[:, 3])[:, None]
        covered = np.where(feet[None] > feet[:, None], share, 0.0).max(axis=1, initial=0.0)
        visible[begin:end] = np.floor((1 - covered) * 100) / 100
    return visible
