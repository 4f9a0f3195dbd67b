"""Outcomes in a form from which those of one slice are made quickly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.matches.table import FALSE_POSITIVE, TRUE_POSITIVE

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.typing import AnyArray, WordArray

__all__ = ["SliceOutcomes"]


class SliceOutcomes:
    """The outcomes at all sizes, taken apart once: true positives by their truth, false ones as bits.

    Parameters
    ----------
    result : Result

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> found = SliceOutcomes(tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected"))
    >>> len(found.hits), found.false.tolist()
    (10, [[0]])
    """

    def __init__(self, result: Result) -> None:
        table = result.matches
        self.count = len(table.detections)
        self.thresholds = len(result.state.parameters.iou_thresholds)
        self.hits: list[tuple[AnyArray, AnyArray]] = []
        self.false = self.words()
        for t in range(self.thresholds):
            outcome = table.outcome_at(t)
            rows = np.flatnonzero(outcome == TRUE_POSITIVE)
            self.hits.append((rows, table.detections.matched_truth[rows, t]))
            self.set(self.false, np.flatnonzero(outcome == FALSE_POSITIVE), t)
        self.every = self.words()
        for t in range(self.thresholds):
            self.every[:, t // 64] |= np.uint64(1) << np.uint64(t % 64)

    def words(self) -> WordArray:
        """No bit of any threshold [N, W]."""
        return np.zeros((self.count, -(-self.thresholds // 64)), dtype=np.uint64)

    def set(self, words: WordArray, rows: AnyArray, t: int) -> None:
        """Set the bit of one threshold in some rows."""
        words[rows, t // 64] |= np.uint64(1) << np.uint64(t % 64)
