"""Frames in which one side has nothing at all, where the other has as much as elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import grouped
from truebox.evaluation.tracks.sides.stepped import ordinal
from truebox.records import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from truebox.evaluation.tracks.result import TrackResult
    from truebox.records import TrackedSequence
    from truebox.typing import BoolArray, Int64Array

__all__ = ["empty_frames"]

_GOOD = 0.85
"""Where so many true boxes are found, or so few are false, nothing is missing."""
_FEWEST, _SHARE, _FEWEST_FRAMES = 20, 0.1, 10
"""Boxes, of those of the sequence, and frames in a row, of which the other side has none."""
_A_FRAME, _IDS = 2.0, 3
"""Boxes a frame, and objects, that a tracker does not lose or imagine all at once."""
_AS_DENSE, _MOSTLY, _TIMES_FALSE = 0.5, 0.5, 3
"""Of predictions a frame elsewhere, of true or found ones that match there, and of the false ones there."""
_REGULAR, _EVERY = 0.9, 3


def empty_frames(result: TrackResult) -> Iterator[Finding]:
    """What to say (W-588) of many frames in a row without predictions, and of frames that nobody labelled.

    Parameters
    ----------
    result : TrackResult
        Of sequences with their lengths.
    """
    if result.predictions.frame_step != 1:
        return
    state, count = result.state, len(result.truth.sequences)
    held = {
        name: np.bincount(state.sequence, weights=state.sums[name], minlength=count)
        for name in ("truths", "predictions", "clear_tp", "clear_fp")
    }
    for place, (true, found) in enumerate(
        zip(result.truth.sequences, result.predictions.sequences, strict=True)
    ):
        truths, boxes, matched, false = (held[name][place] for name in held)
        if min(truths, boxes, matched) < _FEWEST:
            continue
        if matched < _GOOD * truths and truths == len(true):
            yield from _without_predictions(result, true, found, matched)
        if false > (1 - _GOOD) * boxes and boxes == len(found):
            yield from _without_truth(result, true, found, matched)


def _without_predictions(
    result: TrackResult, true: TrackedSequence, found: TrackedSequence, matched: float
) -> Iterator[Finding]:
    counts, other = _by_frame(true, found)
    first, last = _longest(other == 0, counts)
    missed = int(counts[first:last].sum())
    if last - first < _FEWEST_FRAMES or missed < max(_FEWEST, _SHARE * len(true), _A_FRAME * (last - first)):
        return
    inside = (true.frame >= first) & (true.frame < last)
    if len(set(true.track[inside].tolist())) < _IDS or matched < _MOSTLY * (len(true) - missed):
        return
    text = (
        f"{result.predictions.source.name}: {true.name or 'the sequence'} has no box in frames "
        f"{first + true.first} to {last - 1 + true.first}, where the truth has "
        f"{grouped(missed, 'box', 'boxes')} of {len(true):,}, which count as missed"
    )
    yield Finding("W-588", text, missed)


def _without_truth(
    result: TrackResult, true: TrackedSequence, found: TrackedSequence, matched: float
) -> Iterator[Finding]:
    labelled, counts = _by_frame(true, found)
    none = labelled == 0
    false = int(counts[none].sum())
    rest = len(found) - false
    if false < max(_FEWEST, _SHARE * len(found)) or matched < _MOSTLY * rest:
        return
    steps = np.diff(np.flatnonzero(~none))
    step = int(np.bincount(steps).argmax()) if len(steps) else 0
    if step > 1 and len(steps) >= _EVERY and float((steps == step).mean()) > _REGULAR:
        which, count = f"has boxes in every {ordinal(step)} frame only, and in those between", false
    else:
        first, last = _longest(none, counts)
        count, frames = int(counts[first:last].sum()), int(np.count_nonzero(~none))
        usual = max(_A_FRAME, _AS_DENSE * rest / frames, _TIMES_FALSE * (rest - matched) / frames)
        if last - first < _FEWEST_FRAMES or count < max(_FEWEST, _SHARE * len(found), usual * (last - first)):
            return
        which = f"has no box in frames {first + true.first} to {last - 1 + true.first}, and there"
    text = (
        f"{result.truth.source.name}: {true.name or 'the sequence'} {which} the predictions have "
        f"{grouped(count, 'box', 'boxes')} of {len(found):,}, which count as false: are these frames "
        "labelled?"
    )
    yield Finding("W-588", text, count)


def _by_frame(true: TrackedSequence, found: TrackedSequence) -> tuple[Int64Array, Int64Array]:
    return np.bincount(true.frame, minlength=true.length), np.bincount(found.frame, minlength=true.length)


def _longest(empty: BoolArray, counts: Int64Array) -> tuple[int, int]:
    """Of the runs of empty frames that with most boxes of the other side: its first frame, and that after."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], empty.astype(np.int8), [0]])))
    if not len(edges):
        return 0, 0
    before = np.concatenate([[0], np.cumsum(counts)])
    first, last = edges[::2], edges[1::2]
    best = int((before[last] - before[first]).argmax())
    return int(first[best]), int(last[best])
