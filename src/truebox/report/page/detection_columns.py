"""What the page needs of every detection to count again at another score, exactly as Python does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.diagnosis.causes.outcomes import overlap_when_matched, truths_per_class
from truebox.report.page.explained import outcome_codes
from truebox.report.page.images.images_beyond import image_numbers
from truebox.report.page.packed import packed

if TYPE_CHECKING:
    from truebox.report.page.side import Side
    from truebox.typing import Int64Array

__all__ = ["BACKGROUND_CODE", "LEFT_OUT_CODE", "detection_columns"]

BACKGROUND_CODE = 65_535
"""Stands for the background among the classes of truths."""

LEFT_OUT_CODE = 65_534
"""Stands for a detection that the confusion matrix leaves out, on a crowd region."""


def detection_columns(side: Side, places: Int64Array) -> dict[str, Any]:
    """Score, class, outcome, kind of error, confused class and image of every detection, best first.

    ``range`` are the lowest and the highest score.

    Images are named by where they stand in `places`, the gallery, and then by where they stand among those
    beyond it.

    Dropping detections below a score changes nothing for those above, because the most confident
    always choose first: counting a beginning of these columns gives the numbers of that score.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.report.page.side import Side
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> result = tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    >>> detection_columns(Side.of(result), np.array([0]))["truths"]
    [1]
    """
    state, matrix = side.result.state, side.matrix
    order = np.argsort(-state.score, kind="stable")
    true_class = np.append(matrix.true, -1)[matrix.partner]
    confused = np.where(matrix.partner >= 0, true_class, BACKGROUND_CODE)
    confused = np.where(matrix.counted, confused, LEFT_OUT_CODE)
    classes = len(matrix.names) - 1
    return {
        "iou": side.iou,
        "range": [float(state.score[row]) for row in order[[-1, 0]]] if len(order) else [],
        "score": packed(state.score[order], "f8"),
        "category": packed(state.category[order], "u2"),
        "outcome": packed(side.outcome[order], "u1"),
        "error": packed(outcome_codes(side)[order], "u1"),
        "confused": packed(confused[order], "u2"),
        "overlap": packed(overlap_when_matched(side.result, side.iou)[order], "f4"),
        "image": packed(
            image_numbers(places, len(state.images))[side.result.matches.detections.image[order]], "i4"
        ),
        "truths": truths_per_class(side.result).tolist(),
        "confusable": np.bincount(matrix.true[matrix.true >= 0], minlength=classes).tolist(),
    }
