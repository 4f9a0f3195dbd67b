"""The best detections of each image, over all classes."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.records import rows_beyond
from truebox.records.taking import take_predictions

if TYPE_CHECKING:
    from truebox.records import Predictions

__all__ = ["best_of_images"]


@refuses_other_kinds
def best_of_images(predictions: Predictions, most: int) -> Predictions:
    """Predictions with at most `most` detections an image, over all classes: those of highest score.

    `max_detections` of `truebox.evaluate` counts the detections of an image and class; LVIS, VisDrone and the
    ``val`` of YOLO count those of an image, and so does a detector that ends at its 100 best boxes. With this
    any protocol sees the same.

    Parameters
    ----------
    predictions : Predictions
        As `truebox.read_predictions` gives them.
    most : int
        At least 1.

    Returns
    -------
    Predictions
        The rows that stay, in their order. Of equal scores the earlier row stays.

    Raises
    ------
    ArgumentError
        `most` is no whole number of at least 1.

    Examples
    --------
    >>> from truebox.datasets import best_of_images, read_predictions
    >>> boxes = [[0, 0, 9, 9], [1, 1, 5, 5], [2, 2, 4, 4]]
    >>> one = {"boxes": boxes, "labels": [1, 2, 1], "scores": [0.3, 0.9, 0.5]}
    >>> best = best_of_images(read_predictions([one, one]), 2)
    >>> best.image.tolist(), best.scores.tolist()
    ([0, 0, 1, 1], [0.9, 0.5, 0.9, 0.5])
    """
    try:
        count = operator.index(most)
    except TypeError:
        count = 0
    if count < 1 or isinstance(most, bool):
        raise ArgumentError(
            f"most: {most!r} is not a whole number of at least 1. Fix: pass one, such as 100."
        )
    image = np.unique(predictions.image.values, return_inverse=True)[1]
    beyond = rows_beyond(image, predictions.scores, count)
    return take_predictions(predictions, np.delete(np.arange(len(image)), beyond))
