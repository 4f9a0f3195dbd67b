"""The frames whose boxes a page holds: all where they fit, else those around the gravest events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.evaluation import TrackEvents
    from truebox.typing import AnyArray, Int64Array

__all__ = ["KeptFrames", "kept_frames"]

_BEFORE, _AFTER = 12, 6
"""Frames around an event: a tail, and how it goes on."""


@dataclass(frozen=True, slots=True, eq=False)
class KeptFrames:
    """Of every sequence which frames are kept, and what is worth saying about it.

    Parameters
    ----------
    masks : list of bool array [T]
    note : str
        Empty where all are.
    """

    masks: list[AnyArray]
    note: str


def kept_frames(
    counts: Sequence[AnyArray],
    firsts: Sequence[int],
    wanted: Sequence[tuple[TrackEvents, Int64Array]],
    most: int,
) -> KeptFrames:
    """Frames with at most `most` boxes together, those around the gravest events of every tracker first.

    Parameters
    ----------
    counts : sequence of int array [T]
        Boxes of every frame, of all sides together.
    firsts : sequence of int
        The number that the source gives to the first frame.
    wanted : sequence of (TrackEvents, int64 array)
        Of every tracker its events, and their places in order of gravity.
    most : int
        Boxes together.

    Examples
    --------
    >>> kept_frames([np.array([2, 2])], [1], [], 4).masks[0].tolist()
    [True, True]
    """
    total = sum(int(each.sum()) for each in counts)
    if total <= most:
        return KeptFrames([np.ones(len(each), dtype=bool) for each in counts], "")
    masks = [np.zeros(len(each), dtype=bool) for each in counts]
    used = shown = 0
    events = [
        (int(held.sequence[place]), int(held.frame[place]), int(held.gap[place]))
        for row in range(max((len(chosen) for _, chosen in wanted), default=0))
        for held, chosen in wanted
        if row < len(chosen)
        for place in [chosen[row]]
    ]
    for sequence, frame, gap in events:
        at = frame - firsts[sequence]
        mask = masks[sequence]
        window = np.zeros(len(mask), dtype=bool)
        for begin, end in ((at - _BEFORE, at + _AFTER), (at - gap - _BEFORE, at - gap + _AFTER)):
            window[max(0, begin) : max(0, end + 1)] = True
        new = window & ~mask
        cost = int(counts[sequence][new].sum())
        if used + cost > most:
            break
        mask |= new
        used += cost
        shown += 1
    frames, kept = sum(map(len, masks)), sum(int(mask.sum()) for mask in masks)
    note = (
        f"The boxes of {kept:,} of {frames:,} frames are on this page: those around {shown:,} of "
        f"{len(events):,} events, the gravest first; {total:,} boxes would make it too large."
    )
    return KeptFrames(masks, note)
