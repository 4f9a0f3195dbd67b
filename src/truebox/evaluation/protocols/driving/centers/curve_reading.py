"""Where nuScenes reads its curves, in which order detections ask, and what it makes of all classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.driving.centers.asking import tied_by_row
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.states.class_outcomes import ClassOutcomes
    from truebox.typing import AnyArray, FloatArray

__all__ = ["LEAST_PRECISION", "NEAR", "RECALLS", "asked_order", "first_place", "score_of_all"]

RECALLS = np.linspace(0, 1, 101)
_LEAST = 10
"""Percent of recall below which nothing is read."""

LEAST_PRECISION = 0.1
_AP_WEIGHT = 5.0
NEAR = 1e-9


def score_of_all(precision: FloatArray, errors: FloatArray) -> float:
    """NDS of the AP of classes and their errors."""
    means = [column[~np.isnan(column)] for column in errors.T]
    scores = [max(0.0, 1.0 - float(np.mean(known))) for known in means if len(known)]
    return float(_AP_WEIGHT * np.mean(precision) + np.sum(scores)) / (_AP_WEIGHT + len(scores))


def first_place(mended: Quirk) -> int:
    """The first of the recalls that is read."""
    return _LEAST if Quirk.FIRST_RECALL in mended else _LEAST + 1


def asked_order(found: ClassOutcomes, mended: Quirk) -> AnyArray:
    """By falling score; of equal scores the kit takes the last of the file first."""
    if Quirk.TIE_ORDER in mended:
        return np.arange(len(found.score))
    return tied_by_row(found.score, found.row, last_first=True)
