"""From which number the frames of tracks in memory are counted, and how many there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from truebox.evaluation.tracks.sides.memory import ARRAYS
from truebox.records import TrackedSequence, Tracks

__all__ = ["counted_together"]


def counted_together(true: Tracks, found: Tracks, similarity: Any = None) -> tuple[Tracks, Tracks]:
    """Both sides with frames from 0 on, where one is in memory and no row stands in a frame 0.

    Frames of arrays have no stated first number. Where neither side has a row in frame 0 they are counted
    from 1, so that there are as many as were meant; unless a ``length`` is given, or similarities that begin
    with frame 0. Beside files whose frames begin with 1, a side in memory without a row in frame 0 has their
    numbers.

    Parameters
    ----------
    true : Tracks
        As read, of frames from any number on.
    found : Tracks
        The same of predictions.
    similarity : sequence of arrays, or mapping of sequences to such, optional
        One array for each frame: it says how many there are.

    Examples
    --------
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> side = tracks_of_arrays({"frames": [1, 3], "ids": [7, 7], "boxes": [[0, 0, 5, 5]] * 2}, "truth")
    >>> one, _ = counted_together(side, side)
    >>> one.sequences[0].frame, one.sequences[0].first
    (array([0, 2], dtype=int32), 1)
    """
    if true.source.path is not None or found.source.path is not None:
        if similarity is not None:
            return true, found
        return _numbered_as(found, true), _numbered_as(true, found)
    other = {each.name: each for each in found.sequences}
    if len(true.sequences) == len(other) == 1:  # whatever they are called
        other = {true.sequences[0].name: found.sequences[0]}
    changed = {
        each.name: _counted(each, other[each.name], _number(similarity, each.name))
        for each in true.sequences
        if each.name in other
    }
    partners = {id(other[name]): pair[1] for name, pair in changed.items()}
    return (
        replace(true, sequences=tuple(changed.get(each.name, (each,))[0] for each in true.sequences)),
        replace(found, sequences=tuple(partners.get(id(each), each) for each in found.sequences)),
    )


def _numbered_as(other: Tracks, side: Tracks) -> Tracks:
    """A side in memory, beside another that counts from 1."""
    from_zero = any(each.length or (len(each) and int(each.frame.min()) < 1) for each in side.sequences)
    if side.source.format != ARRAYS or from_zero or any(each.first != 1 for each in other.sequences):
        return side
    sequences = (replace(each, frame=each.frame - np.int32(1), first=1) for each in side.sequences)
    return replace(side, sequences=tuple(sequences))


def _number(similarity: Any, name: str) -> int:
    """How many frames there are similarities of; 0 where none are given."""
    if isinstance(similarity, Mapping):
        similarity = similarity.get(name)
    return len(similarity) if isinstance(similarity, Sequence | np.ndarray) else 0


def _counted(
    true: TrackedSequence, found: TrackedSequence, arrays: int
) -> tuple[TrackedSequence, TrackedSequence]:
    if true.length or found.length or not len(true) + len(found):
        return true, found
    frames = np.concatenate([true.frame, found.frame])
    low, high = int(frames.min()), int(frames.max())
    shift = 1 if low >= 1 and arrays in (0, high) else 0
    length = arrays if arrays > high - shift else 0
    both = tuple(
        replace(side, frame=side.frame - np.int32(shift), first=shift, length=length)
        for side in (true, found)
    )
    return both[0], both[1]
