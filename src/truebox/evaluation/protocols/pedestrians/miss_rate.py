"""The share of truths missed at so many false positives an image, and the mean of its logarithm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.evaluation.states.class_outcomes import ClassOutcomes, Measure
    from truebox.typing import FloatArray

__all__ = ["FOUR_DECIMALS", "log_average", "miss_curve", "misses_at"]

FOUR_DECIMALS = np.array([0.01, 0.0178, 0.0316, 0.0562, 0.1, 0.1778, 0.3162, 0.5623, 1.0])
"""False positives an image at which misses are read, as CityPersons writes the powers of ten."""


def miss_curve(found: ClassOutcomes) -> tuple[FloatArray, FloatArray]:
    """False positives an image, and the share of truths missed, after each detection.

    Examples
    --------
    >>> from truebox.evaluation.states.class_outcomes import ClassOutcomes
    >>> one = ClassOutcomes(score=np.array([0.9, 0.8]), image=np.zeros(2, np.int32), row=np.arange(2),
    ...     hit=np.array([[False], [True]]), false=np.array([[True], [False]]), truths=2, images=4)
    >>> [each.tolist() for each in miss_curve(one)]
    [[0.25, 0.25], [1.0, 0.5]]
    """
    there = found.at(0)
    return np.cumsum(there.false[:, 0]) / max(there.images, 1), 1 - there.recall()


def misses_at(found: ClassOutcomes, references: FloatArray, *, beyond: float | None) -> FloatArray:
    """The share of truths missed at the last point of the curve within each reference.

    Parameters
    ----------
    found : ClassOutcomes
        Of one class.
    references : array [R]
        False positives an image.
    beyond : float or None
        Where the first detection is beyond the reference: this; None takes the end of the curve, as
        CityPersons' code does, whose index -1 means the last.

    Examples
    --------
    >>> from truebox.evaluation.states.class_outcomes import ClassOutcomes
    >>> one = ClassOutcomes(score=np.array([0.9, 0.8]), image=np.zeros(2, np.int32), row=np.arange(2),
    ...     hit=np.array([[False], [True]]), false=np.array([[True], [False]]), truths=2, images=4)
    >>> misses_at(one, np.array([0.1, 1.0]), beyond=1.0).tolist()
    [1.0, 0.5]
    """
    alarms, misses = miss_curve(found)
    if not len(alarms):
        return np.ones(len(references))
    places = np.searchsorted(alarms, references, side="right") - 1
    read: FloatArray = misses[places]
    return read if beyond is None else np.where(places >= 0, read, beyond)


def log_average(references: FloatArray, *, beyond: float | None = 1.0, least: float = 0.0) -> Measure:
    """The measure of a kit: ``exp(mean(log(misses)))`` of each class.

    Parameters
    ----------
    references : array
        False positives an image.
    beyond : float or None
        As of `misses_at`.
    least : float
        No share of misses is taken to be smaller, so that a perfect detector has no logarithm of 0.
    """
    return _LogAverage(references, beyond, least)


class _LogAverage:
    """A measure that pickles and is equal to another of the same values."""

    def __init__(self, references: FloatArray, beyond: float | None, least: float) -> None:
        self._key = (tuple(references.tolist()), beyond, least)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _LogAverage) and other._key == self._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __call__(self, classes: Sequence[ClassOutcomes]) -> FloatArray:
        references, beyond, least = self._key
        values = np.full(len(classes), np.nan)
        for k, found in enumerate(classes):
            if found.truths > 0:
                misses = misses_at(found, np.array(references), beyond=beyond)
                with np.errstate(divide="ignore"):
                    values[k] = np.exp(np.log(np.maximum(misses, least)).mean())
        return values
