"""What came of detections at the lowest IoU threshold: of so many of them as a look at all needs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from truebox._named import NamedTuple
from truebox._native import looks as native
from truebox.evaluation.states.narrow import state_rows

if TYPE_CHECKING:
    from truebox.evaluation.result import Result
    from truebox.evaluation.states.narrow import StateRows
    from truebox.evaluation.states.state import MatchState
    from truebox.typing import BoolArray, FloatArray, Int32Array, Int64Array

__all__ = ["Judged", "judged", "of_whole_images", "outcomes"]

_MOST_ROWS = 10_000
_OF_WHOLE = 3_000
_CERTAIN = 0.25


class Judged(NamedTuple):
    """Every so many-th detection that counts, by category, image and rank; `right` where it is matched."""

    row: Int64Array
    image: Int32Array
    category: Int32Array
    score: FloatArray
    right: BoolArray
    every: int

    @property
    def certain(self) -> BoolArray:
        """Which have the score of the lowest quarter of the right ones, or a higher one."""
        right = self.score[self.right]
        if not len(right):
            return np.ones(len(self.score), dtype=bool)
        place = math.ceil(_CERTAIN * (len(right) - 1))  # `np.quantile` imports `numpy.ma` (8 ms)
        certain: BoolArray = self.score >= np.partition(right, place)[place]
        return certain


def judged(result: Result, most: int = _MOST_ROWS) -> Judged:
    """So many detections at most, every second, third, ... of the state, without those that do not count.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> boxes = [[0, 0, 9, 9], [20, 0, 29, 9]]
    >>> found = [{"boxes": boxes, "labels": ["cat"] * 2, "scores": [0.9, 0.8]}]
    >>> result = evaluate([{"boxes": boxes[:1], "labels": ["cat"]}], found, mode="corrected")
    >>> judged(result, 100).right.tolist()
    [True, False]
    """
    state = result.state
    every = max(1, -(-len(state) // most))
    rows = state_rows(state, slice(None, None, every))
    right, counts = outcomes(result, rows)
    if counts.all():  # as nearly always
        return Judged(rows.row, rows.image, rows.category, rows.score, right, every)
    return Judged(
        row=rows.row[counts],
        image=rows.image[counts],
        category=rows.category[counts],
        score=rows.score[counts],
        right=right[counts],
        every=every,
    )


def outcomes(result: Result, rows: StateRows) -> tuple[BoolArray, BoolArray]:
    """Which of these rows are matched at the lowest IoU threshold, and which count there.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> boxes = [[0, 0, 9, 9], [20, 0, 29, 9]]
    >>> found = [{"boxes": boxes, "labels": ["cat"] * 2, "scores": [0.9, 0.8]}]
    >>> result = evaluate([{"boxes": boxes[:1], "labels": ["cat"]}], found, mode="corrected")
    >>> [each.tolist() for each in outcomes(result, of_whole_images(result.state))]
    [[True, False], [True, True]]
    """
    parameters = result.parameters
    bit = parameters.main_range * len(parameters.iou_thresholds) + int(parameters.iou_thresholds.argmin())
    word, place = divmod(bit, 64)
    right = (rows.matched[:, word] >> np.uint64(place) & np.uint64(1)).astype(bool)
    counts = ~(rows.ignored[:, word] >> np.uint64(place) & np.uint64(1)).astype(bool)
    return right, counts


def of_whole_images(state: MatchState) -> StateRows:
    """About 3,000 detections: all of every second, third, ... image, by category, image and rank.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> boxes = [[0, 0, 9, 9], [20, 0, 29, 9]]
    >>> found = [{"boxes": boxes, "labels": ["cat"] * 2, "scores": [0.9, 0.8]}]
    >>> result = evaluate([{"boxes": boxes[:1], "labels": ["cat"]}], found, mode="corrected")
    >>> of_whole_images(result.state).score.tolist()
    [0.9, 0.8]
    """
    images = np.zeros(len(state.images), dtype=bool)
    share = min(1.0, _OF_WHOLE / max(1, len(state)))
    if len(images):
        images[np.linspace(0, len(images) - 1, max(1, int(share * len(images)))).astype(np.int64)] = True
    return state_rows(state, native.rows_of_images(state.image, images.view(np.uint8)))
