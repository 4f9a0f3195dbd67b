"""What is noticed about the data of an image, counted by image so that an image given twice counts once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.evaluation.detection.run import MatchedCase
    from truebox.typing import AnyArray

__all__ = ["NOTES", "notes_of"]

NOTES = ("unlisted", "repeated", "scores_outside", "zero_size", "no_area")
"""The columns; the second is counted while packing (``kRepeated`` in ``packed_image.hpp``)."""


def notes_of(found: MatchedCase) -> AnyArray | None:
    """Counts of each image [I, 5], or None where nothing was noticed."""
    truth, predictions, aligned = found.case.truth, found.case.predictions, found.aligned
    boxes, area = truth.boxes, truth.area
    rows = {}
    if aligned.unlisted_truths:
        rows["unlisted"] = (aligned.true_image, aligned.true_category < 0)
    if found.seen.scores_outside:
        scores = predictions.scores
        rows["scores_outside"] = (aligned.predicted_image, (scores < 0) | (scores > 1))
    if found.seen.zero_size:
        rows["zero_size"] = (aligned.true_image, (boxes[:, 2] <= 0) | (boxes[:, 3] <= 0))
    if len(area) and area.min() == 0:
        rows["no_area"] = (aligned.true_image, (area == 0) & (boxes[:, 2] * boxes[:, 3] > 0))
    if not rows:
        return None
    images = len(aligned.images)
    table = np.zeros((images, len(NOTES)), dtype=np.uint32)
    for name, (image, noticed) in rows.items():
        places = image[noticed & (image >= 0)]
        table[:, NOTES.index(name)] = np.bincount(places, minlength=images)
    return table
