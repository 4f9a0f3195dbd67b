"""What nuScenes reads of its curves: AP above 10 % recall and precision, and the errors of what is found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass
from truebox.evaluation.protocols.driving.centers.curve_reading import (
    LEAST_PRECISION,
    asked_order,
    first_place,
    score_of_all,
)
from truebox.evaluation.protocols.driving.centers.drawn_centers import DrawnCenters
from truebox.evaluation.protocols.driving.centers.read_classes import (
    ReadClasses,
    ReadErrors,
    precision_at_recalls,
)
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.states.class_outcomes import ClassOutcomes, OutcomeOrder
    from truebox.evaluation.states.drawn_outcomes import DrawnMeasure
    from truebox.typing import FloatArray

__all__ = ["CenterMeasure"]

_ERRORS = 5


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
        return self.of_read(self.read(classes))

    @property
    def reads(self) -> bool:
        """Which measures of the same outcomes read the same: those that order equal scores alike."""
        return Quirk.TIE_ORDER in self.mended

    def read(self, classes: Sequence[ClassOutcomes]) -> ReadClasses:
        """What is read of the curves, whatever else is mended."""
        return ReadClasses(classes, self.place, self.mended)

    def of_read(self, read: ReadClasses) -> FloatArray:
        """The values of what was read."""
        distances, first = read.precision.shape[1], first_place(self.mended)
        values = np.full((len(read.truths), 2 + distances + _ERRORS), np.nan)
        above = read.precision[..., first:] - LEAST_PRECISION
        above[above < 0] = 0
        values[:, 1 : 1 + distances] = above.mean(axis=2) / (1.0 - LEAST_PRECISION)
        if distances:
            values[:, 0] = values[:, 1 : 1 + distances].mean(axis=1)
        for k, errors in enumerate(read.errors):
            held = values[k, 1 + distances : values.shape[1] - 1 - (self.without[k] if self.without else 0)]
            if read.truths[k] == 0:
                values[k] = np.nan
                if Quirk.ABSENT_CLASS not in self.mended:
                    values[k, : 1 + distances], held[:] = 0.0, 1.0
            elif errors is not None:
                held[:] = self._errors(errors, first)[: len(held)]
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
        return precision_at_recalls(found.hit[asked_order(found, self.mended), place], found.truths)

    def _errors(self, read: ReadErrors, first: int) -> FloatArray:
        sampled, last = read.at_recalls() if Quirk.SCORE_STEPS in self.mended else read.at_scores()
        if not len(sampled):
            return np.ones(_ERRORS)
        if last < first:
            return read.means[-1] if Quirk.LOW_RECALL in self.mended else np.ones(_ERRORS)
        found: FloatArray = sampled[first : last + 1].mean(axis=0)
        return found
