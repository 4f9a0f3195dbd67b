"""Predicted boxes that stand twice in their frame, each time under another id."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import grouped
from truebox.records import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from truebox.evaluation.tracks.result import TrackResult
    from truebox.records import TrackedSequence

__all__ = ["boxes_in_frames_twice"]

_FALSE = 0.15
"""Where fewer are false, nothing is twice."""
_FEWEST, _SHARE = 20, 0.1
_LOOKED_AT_FIRST = 5_000


def boxes_in_frames_twice(result: TrackResult) -> Iterator[Finding]:
    """What to say (W-588) where a tenth of the predicted boxes repeat another of their frame and class.

    Parameters
    ----------
    result : TrackResult
        Of boxes; of masks nothing is said.
    """
    sums = result.state.sums
    held = float(sums["predictions"].sum())
    if result.predictions.has_masks or not held or sums["clear_fp"].sum() < _FALSE * held:
        return
    boxes = sum(map(len, result.predictions.sequences))
    step = 1 + boxes // _LOOKED_AT_FIRST
    some = sum(_repeated(each, step) for each in result.predictions.sequences)
    if some * step < _SHARE / 2 * boxes:
        return
    count = some if step == 1 else sum(map(_repeated, result.predictions.sequences))
    if count >= max(_FEWEST, _SHARE * boxes):
        text = (
            f"{result.predictions.source.name}: {grouped(count, 'box', 'boxes')} of {boxes:,} repeat another "
            "of the same frame exactly, under another id, and count as false: were results appended twice?"
        )
        yield Finding("W-588", text, count)


def _repeated(each: TrackedSequence, step: int = 1) -> int:
    """Rows that repeat another, of every so many-th frame."""
    chosen = np.flatnonzero(each.frame % step == 0) if step > 1 else slice(None)
    rows = np.column_stack([each.boxes[chosen], each.frame[chosen], each.label[chosen]])
    rows = rows[np.lexsort(rows.T)]
    return int(np.count_nonzero((rows[1:] == rows[:-1]).all(axis=1)))
