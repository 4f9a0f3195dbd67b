"""What the page needs of every detection to count again at another score, exactly as Python does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.diagnosis import confusion_matrix
from truebox.diagnosis.lrp import overlap_when_matched
from truebox.diagnosis.outcomes import counted_truths, outcome_at
from truebox.report.page.packed import packed

if TYPE_CHECKING:
    from truebox.evaluation import Result

__all__ = ["BACKGROUND_CODE", "LEFT_OUT_CODE", "detection_columns"]

BACKGROUND_CODE = 65_535
"""Stands for the background among the classes of truths."""

LEFT_OUT_CODE = 65_534
"""Stands for a detection that the confusion matrix leaves out, on a crowd region."""


def detection_columns(result: Result, iou: float = 0.5) -> dict[str, Any]:
    """Score, class, outcome and confused class of every detection, most confident first.

    Dropping detections below a score changes nothing for those above, because the most confident
    always choose first: counting a beginning of these columns gives the numbers of that score.

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> result = tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    >>> detection_columns(result)["truths"]
    [1]
    """
    state = result.state
    order = np.argsort(-state.score, kind="stable")
    matrix = confusion_matrix(result, iou, -np.inf)
    true_class = np.append(matrix.true, -1)[matrix.partner]
    confused = np.where(matrix.partner >= 0, true_class, BACKGROUND_CODE)
    confused = np.where(matrix.counted, confused, LEFT_OUT_CODE)
    classes = len(matrix.names) - 1
    return {
        "iou": iou,
        "score": packed(state.score[order], "f8"),
        "category": packed(state.category[order], "u2"),
        "outcome": packed(outcome_at(result, iou)[order], "u1"),
        "confused": packed(confused[order], "u2"),
        "overlap": packed(overlap_when_matched(result, iou)[order], "f4"),
        "truths": counted_truths(result).tolist(),
        "confusable": np.bincount(matrix.true[matrix.true >= 0], minlength=classes).tolist(),
    }
