"""KITTI's curve: one threshold a recall step of a fortieth, and what is read at 11 and at 40 of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.evaluation.states.class_outcomes import ClassOutcomes
    from truebox.typing import FloatArray

__all__ = ["CurveMeasure", "thresholds_of"]

_STEPS = 40
SAMPLED, LIKENESS = 0, 1
"""Columns of `ClassOutcomes.values`."""


def thresholds_of(scores: FloatArray, truths: int) -> FloatArray:
    """One of the scores of true positives for each step of recall, from high to low; at most 41.

    Examples
    --------
    >>> thresholds_of(np.array([0.5, 0.9]), 2).tolist()  # fewer objects than steps: each is one
    [0.9, 0.5]
    """
    chosen, recall = [], 0.0
    falling = np.sort(scores)[::-1].tolist()
    last = len(falling) - 1
    for place, score in enumerate(falling):
        left = (place + 1) / truths
        right = (place + 2) / truths if place < last else left
        if place < last and right - recall < recall - left:
            continue
        chosen.append(score)
        recall += 1 / _STEPS
    return np.array(chosen)


class CurveMeasure:
    """A measure: of each class [K, 2] the mean of precision at 40 and at 11 steps of recall.

    Parameters
    ----------
    oriented : bool
        True positives count as far as their direction is right (average orientation similarity).
    every_score : bool
        Every score is a cut, and steps are recalls; else the kit's thresholds are: too few where a
        class has fewer objects than there are steps.
    undetected_is_zero : bool
        A class that nothing detects has 0; else no number, as in the kit.

    Examples
    --------
    One of one object found: the kit has one threshold, for recall 0.

    >>> from truebox.evaluation.states.class_outcomes import ClassOutcomes
    >>> one = ClassOutcomes(score=np.array([0.9]), image=np.zeros(1, np.int32), row=np.arange(1), images=1,
    ...     hit=np.array([[True]]), false=np.array([[False]]), truths=1, values=np.array([[1.0, 1.0]]))
    >>> CurveMeasure(False, every_score=False, undetected_is_zero=False)([one]).round(4).tolist()
    [[0.0, 0.0909]]
    >>> CurveMeasure(False, every_score=True, undetected_is_zero=False)([one]).tolist()
    [[1.0, 1.0]]
    """

    def __init__(self, oriented: bool, *, every_score: bool, undetected_is_zero: bool) -> None:
        self._key = (oriented, every_score, undetected_is_zero)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CurveMeasure) and other._key == self._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __call__(self, classes: Sequence[ClassOutcomes]) -> FloatArray:
        oriented, every_score, undetected_is_zero = self._key
        values = np.full((len(classes), 2), np.nan)
        if oriented and any(each.values is None or np.isnan(each.values).any() for each in classes):
            return values
        for k, found in enumerate(classes):
            if not len(found.score):
                if undetected_is_zero and found.truths > 0:
                    values[k] = 0.0
            elif found.truths > 0:
                values[k] = _means(self._curve(found))
            elif not every_score:
                values[k] = 0.0  # the kit has no threshold then, and prints 0
        return values

    def _curve(self, found: ClassOutcomes) -> FloatArray:
        """The envelope at each of the 41 steps."""
        assert found.values is not None
        oriented, every_score, _ = self._key
        hits, false = np.cumsum(found.hit[:, 0]), np.cumsum(found.false[:, 0])
        right = np.cumsum(found.values[:, LIKENESS]) if oriented else hits.astype(np.float64)
        curve = np.zeros(_STEPS + 1)
        if every_score:
            last = np.append(np.flatnonzero(np.diff(found.score)), len(found.score) - 1)
            counted = np.maximum((hits + false)[last], 1)
            envelope = np.append(np.maximum.accumulate((right[last] / counted)[::-1])[::-1], 0.0)
            needed = np.ceil(np.arange(_STEPS + 1) * found.truths / _STEPS)
            needed[0] = 1  # precision at recall 0 is that of the first find
            reached: FloatArray = envelope[np.searchsorted(hits[last], needed, side="left")]
            return reached
        cuts = thresholds_of(found.score[found.values[:, SAMPLED] > 0], found.truths)
        places = np.searchsorted(-found.score, -cuts, side="right") - 1
        with np.errstate(invalid="ignore"):
            curve[: len(cuts)] = right[places] / (hits + false)[places]
        return _envelope(curve)


def _envelope(curve: FloatArray) -> FloatArray:
    """The greatest value from each step on; what the kit divides 0 by 0 for stays no number."""
    known = np.where(np.isnan(curve), -np.inf, curve)
    highest: FloatArray = np.maximum.accumulate(known[::-1])[::-1]
    return np.where(np.isnan(curve), np.nan, highest)


def _means(curve: FloatArray) -> tuple[float, float]:
    return float(curve[1:].sum() / _STEPS), float(curve[::4].sum() / 11)
