"""What nuScenes reads of its curves: AP above 10 % recall and precision, and the errors of what is found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass
from truebox.evaluation.protocols.driving.centers.curve_reading import (
    LEAST_PRECISION,
    NEAR,
    RECALLS,
    asked_order,
    first_place,
    score_of_all,
    turning_points,
)
from truebox.evaluation.protocols.driving.centers.drawn_centers import DrawnCenters
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.states.class_outcomes import ClassOutcomes, OutcomeOrder
    from truebox.evaluation.states.drawn_outcomes import DrawnMeasure
    from truebox.typing import BoolArray, FloatArray

__all__ = ["CenterMeasure"]


@dataclass(frozen=True, slots=True)
class CenterMeasure:
    """A measure: of each class [K, 2 + T + 5] the mean AP, AP at each distance, five errors, and NDS of all.

    NDS is of all classes together, which each class is given: half of it is AP, half the errors, of which
    one of 1 or more counts nothing.

    Parameters
    ----------
    mended : Quirk
        `FIRST_RECALL`, `LOW_RECALL`, `SCORE_STEPS`, `ABSENT_CLASS` and `TIE_ORDER` are looked at.
    place : int
        Of the distance at which errors are read; `ClassOutcomes.values` are those of each detection.
    without : tuple of int, optional
        For each class how many of the errors, from the last, it has not; left out where nobody knows.

    Examples
    --------
    One of one object found: precision 1 all along.

    >>> from truebox.evaluation.states.class_outcomes import ClassOutcomes
    >>> one = ClassOutcomes(score=np.array([0.9]), image=np.zeros(1, np.int32), row=np.arange(1), images=1,
    ...     hit=np.array([[True]]), false=np.array([[False]]), truths=1,
    ...     values=np.array([[0.5, 0.25, 0.0, np.nan, np.nan]]))
    >>> CenterMeasure(Quirk.NONE, 0, (2,))([one]).round(3).tolist()
    [[1.0, 1.0, 0.5, 0.25, 0.0, nan, nan, 0.906]]
    """

    mended: Quirk
    place: int
    without: tuple[int, ...] | None = None

    def __call__(self, classes: Sequence[ClassOutcomes]) -> FloatArray:
        distances = classes[0].hit.shape[1] if classes else 0
        values = np.full((len(classes), 2 + distances + 5), np.nan)
        for k, found in enumerate(classes):
            values[k, :-1] = self._of_class(found, 0 if self.without is None else self.without[k])
        known = values[~np.isnan(values[:, 0])]
        if self.without is not None and len(known):
            values[:, -1] = score_of_all(known[:, 0], values[:, 1 + distances : -1])
        return values

    def drawn(self, order: OutcomeOrder) -> DrawnMeasure:
        """The same of draws."""
        if not len(order.score):
            return lambda weights, truths: self(order.weighed(weights, truths))
        return DrawnCenters(self, order)

    def curve(self, found: ClassOutcomes, place: int) -> FloatArray:
        """Precision of a class with truths at each of the recalls [101], at one of the distances."""
        return _at_recalls(found.hit[asked_order(found, self.mended), place], found.truths)

    def _of_class(self, found: ClassOutcomes, without: int) -> FloatArray:
        distances = found.hit.shape[1]
        values = np.full(1 + distances + 5, np.nan)
        held = len(values) - without
        if found.truths == 0:
            if Quirk.ABSENT_CLASS not in self.mended:
                values[: 1 + distances] = 0.0
                values[1 + distances : held] = 1.0
            return values
        order = asked_order(found, self.mended)
        hit = found.hit[order]
        precisions = [self._precision(hit[:, t], found.truths) for t in range(distances)]
        values[0], values[1 : 1 + distances] = np.mean(precisions), precisions
        if self.place < distances and found.values is not None:
            errors = self._errors(hit[:, self.place], found.score[order], found.values[order], found.truths)
            values[1 + distances : held] = errors[: 5 - without]
        return values

    def _precision(self, hit: BoolArray, truths: int) -> float:
        if not hit.any():
            return 0.0
        above = _at_recalls(hit, truths)[first_place(self.mended) :] - LEAST_PRECISION
        above[above < 0] = 0
        return float(np.mean(above)) / (1.0 - LEAST_PRECISION)

    def _errors(self, hit: BoolArray, score: FloatArray, values: FloatArray, truths: int) -> FloatArray:
        if not hit.any():
            return np.ones(5)
        first = first_place(self.mended)
        points, true = turning_points(hit)
        recall = true / float(truths)
        means = np.column_stack([_running_mean(column) for column in values[hit].T])
        if Quirk.SCORE_STEPS in self.mended:
            reached = RECALLS[recall[-1] >= RECALLS - NEAR]
            needed = np.ceil(reached * truths - NEAR).astype(np.int64)
            sampled, last = means[np.maximum(needed, 1) - 1], len(reached) - 1
        else:
            cuts = np.interp(RECALLS, recall, score[points], right=0)
            places = np.flatnonzero(cuts)
            last = int(places[-1]) if len(places) else 0
            cuts, known = cuts[::-1], score[hit][::-1]
            sampled = np.column_stack([np.interp(cuts, known, each[::-1])[::-1] for each in means.T])
        if last < first:
            return means[-1] if Quirk.LOW_RECALL in self.mended else np.ones(5)
        read: FloatArray = sampled[first : last + 1].mean(axis=0)
        return read


def _at_recalls(hit: BoolArray, truths: int) -> FloatArray:
    if not hit.any():
        return np.zeros(len(RECALLS))
    places, true = turning_points(hit)
    found: FloatArray = np.interp(RECALLS, true / float(truths), true / (places + 1), right=0)
    return found


def _running_mean(values: FloatArray) -> FloatArray:
    """Up to each value, of those that are known; 1 where none is."""
    known = ~np.isnan(values)
    if not known.any():
        return np.ones(len(values))
    count = np.cumsum(known)
    total: FloatArray = np.nancumsum(values)
    means: FloatArray = np.zeros_like(total)
    np.divide(total, count, out=means, where=count != 0)
    return means
