"""What a confusion matrix needs of a match table, and what makes it without the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.matches.table import ignored_at

if TYPE_CHECKING:
    from truebox.evaluation.matches.rows import OverlapPairs
    from truebox.evaluation.matches.table import MatchTable
    from truebox.typing import BoolArray, Int32Array

__all__ = ["StrongPairs", "excused_of", "strong_pairs_of"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StrongPairs:
    """Overlaps of detections with truths from some value up, of the rows of a match table.

    Parameters
    ----------
    pairs : OverlapPairs
        Every one that reaches the value, and perhaps smaller ones.
    category : int32 array [G]
        Of the truths; of each its own even where the evaluation was without classes.
    ignored : bool array [G]
        Truths that do not count.
    excused : bool array [N]
        Detections that the protocol ignores although no truth matches them: in LVIS those of classes whose
        annotation of the image is not exhaustive.
    category_names : tuple of str
        Beside the state's categories.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> truth = [{"boxes": [[0, 0, 100, 100]], "labels": ["cat"]}]
    >>> boxes, scores = [[0, 0, 100, 70], [0, 0, 100, 20]], [0.9, 0.8]
    >>> found = [{"boxes": boxes, "labels": ["cat", "cat"], "scores": scores}]
    >>> strong = evaluate(truth, found, mode="corrected").strong_pairs(0.5)
    >>> strong.pairs.offsets.tolist(), strong.pairs.overlap.tolist()
    ([0, 1, 1], [0.7])
    """

    pairs: OverlapPairs
    category: Int32Array
    ignored: BoolArray
    excused: BoolArray
    category_names: tuple[str, ...]


def strong_pairs_of(table: MatchTable) -> StrongPairs:
    """All overlaps of a match table that is there."""
    return StrongPairs(
        table.pairs, table.truths.category, table.truths.ignored, excused_of(table), table.category_names
    )


def excused_of(table: MatchTable) -> BoolArray:
    """Detections that the protocol ignores although no truth matches them; see `StrongPairs` [N]."""
    strictest = int(table.state.parameters.iou_thresholds.argmax())
    excused = ignored_at(table.state, strictest)
    rows = np.flatnonzero(excused)  # few: a column of all partners is a page of memory for every hundred rows
    excused[rows] = table.detections.matched_truth[rows, strictest] < 0
    return excused
