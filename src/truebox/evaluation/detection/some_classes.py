"""Some classes of a state and of an alignment, as they are matched or accumulated again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.evaluation.states.alignment import Alignment
    from truebox.evaluation.states.state import MatchState
    from truebox.typing import BoolArray, Int64Array

__all__ = ["alignment_of_classes", "state_of_classes"]


def state_of_classes(state: MatchState, touched: BoolArray) -> MatchState:
    """The touched categories alone, numbered from 0.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> boxes = {"boxes": [[0, 0, 9, 9], [0, 0, 50, 50]], "labels": ["cat", "dog"]}
    >>> state = evaluate([boxes], [boxes | {"scores": [0.5, 0.4]}], mode="corrected").state
    >>> state_of_classes(state, np.array([False, True])).score.tolist()
    [0.4]
    """
    if touched.all():
        return state
    offsets = state.category_offsets()
    chosen = np.flatnonzero(touched)
    sizes = np.diff(offsets)[chosen]
    rows: Int64Array | slice = slice(None)  # no copy where nothing but touched categories is there
    if sizes.sum() < len(state.score):
        rows = np.concatenate([np.arange(offsets[k], offsets[k + 1]) for k in chosen])
    return replace(
        state,
        score=state.score[rows],
        category=np.repeat(np.arange(len(chosen), dtype=np.int32), sizes),
        image=state.image[rows],
        row=state.row[rows],
        rank=state.rank[rows],
        matched=state.matched[rows],
        ignored=state.ignored[rows],
        truths=np.ascontiguousarray(state.truths[chosen]),
        boxes=None if state.boxes is None else state.boxes[rows],
        values=None if state.values is None else state.values[rows],
        cells=None if state.cells is None else state.cells.of_classes(chosen),
    )


def alignment_of_classes(alignment: Alignment, touched: BoolArray) -> Alignment:
    """The rows of the touched categories alone; those of others are not evaluated."""
    chosen = np.append(touched, False)  # the last for rows that are not evaluated, at place -1
    predicted, true = alignment.predicted_category, alignment.true_category
    return replace(
        alignment,
        predicted_category=np.where(chosen[predicted], predicted, np.int32(-1)),
        true_category=np.where(chosen[true], true, np.int32(-1)),
    )
