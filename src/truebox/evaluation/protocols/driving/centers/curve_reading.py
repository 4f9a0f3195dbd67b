"""Where nuScenes reads its curves, in which order detections ask, and what it makes of all classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.driving.centers.asking import tied_by_row
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.states.class_outcomes import ClassOutcomes
    from truebox.typing import AnyArray, BoolArray, FloatArray

__all__ = [
    "LEAST_PRECISION",
    "NEAR",
    "RECALLS",
    "asked_order",
    "first_place",
    "score_of_all",
    "turning_points",
]

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


def turning_points(hit: BoolArray) -> tuple[AnyArray, AnyArray]:
    """The places between which recall and precision run straight, or stand: hits, and those before them.

    Parameters
    ----------
    hit : bool array [N]
        At least one.

    Returns
    -------
    places, hits : int arrays
        Rising, some twice, and how many hits there are up to each.

    Examples
    --------
    >>> [each.tolist() for each in turning_points(np.array([False, False, True, False, False]))]
    [[1, 2, 4], [0, 1, 1]]
    """
    hits = np.flatnonzero(hit)
    places = np.empty(2 * len(hits) + 1, dtype=np.int64)
    places[0], places[1::2], places[2:-1:2], places[-1] = hits[0] - 1, hits, hits[1:] - 1, len(hit) - 1
    count = np.arange(1, len(places) + 1) // 2
    return (places, count) if hits[0] > 0 else (places[1:], count[1:])


def asked_order(found: ClassOutcomes, mended: Quirk) -> AnyArray | slice:
    """By falling score; of equal scores the kit takes the last of the file first."""
    if Quirk.TIE_ORDER in mended or not (found.score[1:] == found.score[:-1]).any():
        return slice(None)
    return tied_by_row(found.score, found.row, last_first=True)
