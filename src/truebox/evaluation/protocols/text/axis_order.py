"""Detections whose x and y stand the other way round: refused instead of scored."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import InputError
from truebox.evaluation.protocols.text.outlines import meeting_rows

if TYPE_CHECKING:
    from truebox.evaluation.protocol import Case
    from truebox.typing import FloatArray

__all__ = ["refuse_swapped"]

_LEAST, _TIMES_BETTER = 3, 3


def refuse_swapped(case: Case) -> None:
    """Raise E-470 where three times as many detections meet a word with x and y swapped."""
    predictions, alignment = case.predictions, case.alignment
    boxes = np.asarray(predictions.boxes, dtype=np.float64)
    as_read, swapped = (_meeting(case, each) for each in (boxes, boxes[:, [1, 0, 3, 2]]))
    if swapped < _LEAST or swapped < _TIMES_BETTER * as_read:
        return
    raise InputError(
        "E-470",
        predictions.source.name,
        f"{as_read} of {int((alignment.predicted_image >= 0).sum())} detections meet a word, {swapped} "
        "with x and y swapped: the lines of Total-Text have y before x",
        "rerun with --predictions-format ctw1500, which reads x before y (total-text reads y before x)",
    )


def _meeting(case: Case, boxes: FloatArray) -> int:
    """How many boxes lie by half on the box of a word of their image."""
    true = np.asarray(case.truth.boxes, dtype=np.float64)
    sides = []
    for held, image in ((boxes, case.alignment.predicted_image), (true, case.alignment.true_image)):
        rows = np.flatnonzero(image >= 0)
        rows = rows[np.argsort(image[rows], kind="stable")]
        sides.append((held, rows, image[rows].astype(np.int64)))
    found, word = meeting_rows(sides[0], sides[1], np.unique(sides[1][2]))
    a, b = boxes[found], true[word]
    low, high = np.maximum(a[:, :2], b[:, :2]), np.minimum(a[:, :2] + a[:, 2:], b[:, :2] + b[:, 2:])
    shared = np.prod(np.maximum(high - low, 0), axis=1)
    return len(np.unique(found[shared > np.prod(a[:, 2:], axis=1) / 2]))
