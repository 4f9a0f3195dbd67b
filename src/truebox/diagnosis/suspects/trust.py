"""How much a detection is to be believed, on a scale that does not depend on the detector's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._native import diagnosis as native
from truebox._native.threads import thread_count
from truebox.evaluation.matches.table import TRUE_POSITIVE

if TYPE_CHECKING:
    from truebox.evaluation import MatchTable
    from truebox.typing import FloatArray

__all__ = ["trust"]


def trust(table: MatchTable) -> FloatArray:
    """Share of the detector's correct detections that have a score no higher [N].

    Scores of two detectors mean different things; 0.9 here means for both that nine tenths of what they get
    right they are less sure of. Correct is what is matched at the lowest IoU threshold. Where nothing is
    correct, nothing is trusted.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 1, "area": 1600, "iscrowd": 0, **box}]}
    >>> found = [{"score": 0.9, **box}, {"score": 0.3, **box}]
    >>> trust(evaluate(truth, found, mode="corrected").matches).tolist()
    [1.0, 0.0]
    """
    lowest = int(table.state.parameters.iou_thresholds.argmin())
    correct = table.detections.score[table.outcome_at(lowest) == TRUE_POSITIVE]
    if len(correct) == 0:
        return np.zeros(len(table.detections))
    correct.sort()
    below = np.empty(len(table.detections), dtype=np.int64)
    native.count_not_above(correct, table.detections.score, below, thread_count(None))
    share: FloatArray = below / len(correct)
    return share
