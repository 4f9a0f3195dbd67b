"""Some classes of a state and of an alignment, as they are matched or accumulated again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.evaluation.states.alignment import Alignment
    from truebox.evaluation.states.state import MatchState
    from truebox.typing import BoolArray

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
    return state if touched.all() else state.of_classes(np.flatnonzero(touched))


def alignment_of_classes(alignment: Alignment, touched: BoolArray) -> Alignment:
    """The rows of the touched categories alone; those of others are not evaluated."""
    chosen = np.append(touched, False)  # the last for rows that are not evaluated, at place -1
    predicted, true = alignment.predicted_category, alignment.true_category
    return replace(
        alignment,
        predicted_category=np.where(chosen[predicted], predicted, np.int32(-1)),
        true_category=np.where(chosen[true], true, np.int32(-1)),
    )
