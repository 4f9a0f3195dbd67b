"""Predictions without any row, and without names of sequences: nothing was found in any."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from truebox.evaluation.tracks.sides.numbered import without_boxes_found

if TYPE_CHECKING:
    from truebox.records import Tracks

__all__ = ["as_nothing_found"]


def as_nothing_found(truth: Tracks, predictions: Tracks) -> Tracks:
    """The predictions as results of the truth's sequences, where they hold no row and cannot name any.

    A table with a header alone is such, a list without an entry, or XML without a track. Files that are named
    as sequences (``S-01.txt``) are given back as they are, and so is whatever has a row.

    Examples
    --------
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> side = tracks_of_arrays({"frames": [0], "ids": [1], "boxes": [[0, 0, 5, 5]]}, "truth")
    >>> as_nothing_found(side, side) is side
    True
    """
    if any(len(each) or (each.whole is not None and len(each.whole)) for each in predictions.sequences):
        return predictions
    if predictions.sequences and not predictions.by_name:
        return predictions
    return replace(
        predictions,
        source=replace(predictions.source, format=truth.source.format),
        sequences=tuple(without_boxes_found(each, predictions.source.name) for each in truth.sequences),
        classes=truth.classes,
        layout=truth.layout,
        by_name=truth.by_name,
        named_classes=truth.named_classes,
        first_unsaid=truth.first_unsaid,
        numbered=False,
        pictured=False,
    )
