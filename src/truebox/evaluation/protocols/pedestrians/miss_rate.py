"""The share of truths missed at so many false positives an image, and the mean of its logarithm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.states.drawn_outcomes import FalseAlarms, OrderedHits, most_alarms

if TYPE_CHECKING:
    from truebox.evaluation.states.class_outcomes import ClassOutcomes, OutcomeOrder
    from truebox.evaluation.states.drawn_outcomes import DrawnMeasure
    from truebox.typing import AnyArray, FloatArray

__all__ = [
    "FOUR_DECIMALS",
    "DrawnMisses",
    "LogAverage",
    "log_average",
    "mean_of_logarithms",
    "miss_curve",
    "misses_at",
]

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
    return _misses(found, most_alarms(references, found.images), beyond)


def _misses(found: ClassOutcomes, most: AnyArray, beyond: float | None) -> FloatArray:
    """The same where the most false positives within each reference are known [R]."""
    # Of the curve only the false positives right behind the references matter, and the hits before them.
    hits, false = found.hit[:, 0].nonzero()[0], found.false[:, 0].nonzero()[0]
    if not len(hits) and not len(false):
        return np.ones(len(most))
    passed = most < len(false)
    crossing = np.append(false, len(found.hit))[np.minimum(most, len(false))]
    before = hits.searchsorted(crossing)
    first_is_beyond = passed & (most == 0) & (before == 0)
    read: FloatArray = 1 - before / found.truths
    if first_is_beyond.any():
        read[first_is_beyond] = 1 - len(hits) / found.truths if beyond is None else beyond
    return read


def log_average(references: FloatArray, *, beyond: float | None = 1.0, least: float = 0.0) -> LogAverage:
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
    return LogAverage(references, beyond, least)


class LogAverage:
    """A measure that pickles and is equal to another of the same values."""

    def __init__(self, references: FloatArray, beyond: float | None, least: float) -> None:
        self._key = (tuple(references.tolist()), beyond, least)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LogAverage) and other._key == self._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __call__(self, classes: Sequence[ClassOutcomes]) -> FloatArray:
        references, beyond, least = self._key
        misses = np.ones((len(classes), len(references)))
        most = most_alarms(np.array(references), classes[0].images if classes else 0)
        for k, found in enumerate(classes):
            if found.truths > 0:
                misses[k] = _misses(found, most, beyond)
        truths = np.array([found.truths for found in classes], dtype=np.int64)
        return mean_of_logarithms(np.maximum(misses, least), truths)

    def drawn(self, order: OutcomeOrder) -> DrawnMeasure:
        """The same of draws."""
        references, beyond, least = self._key
        misses = DrawnMisses(order, np.array(references), beyond=beyond)

        def measured(weights: AnyArray, truths: AnyArray) -> AnyArray:
            return mean_of_logarithms(np.maximum(misses(weights, truths), least), truths)

        return measured


class DrawnMisses:
    """`misses_at` of all classes [K, R] under weights of the images.

    Parameters
    ----------
    order : OutcomeOrder
    references, beyond
        As of `misses_at`; `at_or_beyond` reads the first point that is not before a reference.
    """

    def __init__(
        self,
        order: OutcomeOrder,
        references: FloatArray,
        *,
        beyond: float | None = None,
        at_or_beyond: bool = False,
    ) -> None:
        hit = order.hit[:, 0]
        self._alarms = FalseAlarms(OrderedHits(order, hit, hit | order.false[:, 0]))
        self._references, self._beyond, self._at_or_beyond = references, beyond, at_or_beyond

    def __call__(self, weights: AnyArray, truths: AnyArray) -> AnyArray:
        alarms, images = self._alarms, int(weights.sum())
        hits, false = alarms.counts(weights)
        most = most_alarms(self._references, images)
        first, last = alarms.hit_offsets[:-1], alarms.hit_offsets[1:]
        with np.errstate(divide="ignore", invalid="ignore"):
            whole = 1 - (hits[last] - hits[first]) / truths
            if self._at_or_beyond:
                reached = most / max(images, 1) == self._references
                places = alarms.crossing(false, np.where(reached, most, most + 1), "left")
                return 1 - alarms.hits_before(hits, places) / truths[:, None]
            found = alarms.hits_before(hits, alarms.crossing(false, most, "right"))
            misses = 1 - found / truths[:, None]
        none = (most == 0) & (found == 0)
        alone = false[alarms.offsets[1:]] > false[alarms.offsets[:-1]]
        outside = whole if self._beyond is None else np.where(alone, self._beyond, 1.0)
        return np.where(none, outside[:, None], misses)


def mean_of_logarithms(misses: AnyArray, truths: AnyArray) -> FloatArray:
    """``exp(mean(log(misses)))`` of each class [K], NaN without truths."""
    with np.errstate(divide="ignore", invalid="ignore"):
        values: FloatArray = np.exp(np.log(misses).mean(axis=1))
    return np.where(truths > 0, values, np.nan)
