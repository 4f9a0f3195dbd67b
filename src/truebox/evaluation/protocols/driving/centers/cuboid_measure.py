"""What Argoverse 2 reads of its curves: AP under their envelope, mean errors, and CDS of both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass
from truebox.evaluation.protocols.driving.centers.curve_reading import RECALLS, turning_points
from truebox.evaluation.protocols.driving.centers.drawn_cuboids import DrawnCuboids
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.states.class_outcomes import ClassOutcomes, OutcomeOrder
    from truebox.evaluation.states.drawn_outcomes import DrawnMeasure
    from truebox.typing import FloatArray

__all__ = ["CuboidMeasure"]

_EPSILON = 2.0**-52


@dataclass(frozen=True, slots=True)
class CuboidMeasure:
    """A measure: of each class [K, 1 + T + 4] the mean AP, AP at each distance, three errors, and CDS.

    CDS is the mean AP times the mean of what each error leaves of its largest value: the distance at which
    errors are read, 1, and half a turn. A class of which nothing is found has these.

    Parameters
    ----------
    mended : Quirk
        `PRECISION_EPSILON` and `ABSENT_CLASS` are looked at.
    place : int
        Of the distance at which errors are read; `ClassOutcomes.values` are those of each detection.
    farthest : float
        That distance in metres.

    Examples
    --------
    One of one object found, 1 m off: AP 1, and CDS 1 - 0.5 / 3.

    >>> from truebox.evaluation.states.class_outcomes import ClassOutcomes
    >>> one = ClassOutcomes(score=np.array([0.9]), image=np.zeros(1, np.int32), row=np.arange(1), images=1,
    ...     hit=np.array([[True]]), false=np.array([[False]]), truths=1, values=np.array([[1.0, 0.0, 0.0]]))
    >>> CuboidMeasure(Quirk.ALL, 0, 2.0)([one]).round(3).tolist()
    [[1.0, 1.0, 1.0, 0.0, 0.0, 0.833]]
    """

    mended: Quirk
    place: int
    farthest: float

    def __call__(self, classes: Sequence[ClassOutcomes]) -> FloatArray:
        distances = classes[0].hit.shape[1] if classes else 0
        values = np.full((len(classes), 1 + distances + 4), np.nan)
        largest = self._largest
        for k, found in enumerate(classes):
            if found.truths > 0:
                precision = [float(np.mean(self.curve(found, t))) for t in range(distances)]
                mean, errors = float(np.mean(precision)), self._errors(found, largest)
                score = mean * float(np.mean(1 - errors / largest))
                values[k] = [mean, *precision, *errors, score]
            elif Quirk.ABSENT_CLASS not in self.mended:
                values[k] = [*np.zeros(1 + distances), *largest, 0.0]
        return values

    def drawn(self, order: OutcomeOrder) -> DrawnMeasure:
        """The same of draws."""
        distances = order.hit.shape[1]
        if order.values is None or self.place >= distances:
            return lambda weights, truths: self(order.weighed(weights, truths))
        absent = np.array([*np.zeros(1 + distances), *self._largest, 0.0])
        return DrawnCuboids(
            order,
            place=self.place,
            epsilon=self._epsilon,
            largest=self._largest,
            absent=None if Quirk.ABSENT_CLASS in self.mended else absent,
        )

    def curve(self, found: ClassOutcomes, place: int) -> FloatArray:
        """Precision of a class with truths at each of the recalls [101], at one of the distances."""
        hit = found.hit[:, place]
        if not hit.any():
            return np.zeros(len(RECALLS))
        places, true = turning_points(hit)
        precision = true / (places + 1 + self._epsilon)
        envelope = np.maximum.accumulate(precision[::-1])[::-1]
        sampled: FloatArray = np.interp(RECALLS, true / found.truths, envelope, right=0)
        return sampled

    @property
    def _largest(self) -> FloatArray:
        return np.array([self.farthest, 1.0, np.pi])

    @property
    def _epsilon(self) -> float:
        return 0.0 if Quirk.PRECISION_EPSILON in self.mended else _EPSILON

    def _errors(self, found: ClassOutcomes, largest: FloatArray) -> FloatArray:
        distances = found.hit.shape[1]
        hit = found.hit[:, self.place] if self.place < distances else np.zeros(len(found.hit), dtype=bool)
        if found.values is None or not hit.any():
            return largest
        means: FloatArray = found.values[hit].mean(axis=0)
        return means
