"""Shares of findings found at numbers of false positives an image, with marks that find several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from truebox._frozen import dataclass
from truebox.evaluation.states.class_outcomes import OutcomeOrder

if TYPE_CHECKING:
    from truebox.evaluation.states.class_outcomes import ClassOutcomes
    from truebox.evaluation.states.state import MatchState
    from truebox.typing import AnyArray, FloatArray

__all__ = ["Curve", "MarkCounts", "ShareMeasure", "found_within"]


@dataclass(frozen=True, slots=True, eq=False)
class MarkCounts:
    """What a curve is made of: marks by falling score, each so many hits and so many false positives.

    Parameters
    ----------
    score, hits, false : arrays [N]
    truths, images : float
    extra : float
        Of `settled_by_marks`.

    Examples
    --------
    >>> MarkCounts(np.array([0.9]), np.array([1]), np.array([0]), truths=2, images=3, extra=0).truths
    2
    """

    score: AnyArray
    hits: AnyArray
    false: AnyArray
    truths: float
    images: float
    extra: float


Curve: TypeAlias = Callable[[MarkCounts], "tuple[FloatArray, FloatArray]"]
"""From counts to false positives an image, not falling, and the shares found."""


class ShareMeasure:
    """The mean of the shares at several numbers of false positives, and each of them.

    Parameters
    ----------
    alarms : tuple of float
        False positives an image.
    curve : Curve
        Between its points it is a straight line.

    Examples
    --------
    >>> from truebox.evaluation import ClassOutcomes
    >>> measure = ShareMeasure((1.0,), lambda of: (np.array([0.0, 2.0]), np.array([0.0, 1.0])))
    >>> one = ClassOutcomes(score=np.array([0.9]), image=np.zeros(1, np.int32), row=np.arange(1), images=1,
    ...     hit=np.array([[True]]), false=np.array([[False]]), truths=1, values=np.array([[1.0, 0.0]]))
    >>> measure([one]).tolist()
    [[0.5, 0.5]]
    """

    def __init__(self, alarms: tuple[float, ...], curve: Curve) -> None:
        self._alarms, self._curve = alarms, curve

    def __call__(self, classes: Sequence[ClassOutcomes]) -> FloatArray:
        values = np.full((len(classes), 1 + len(self._alarms)), np.nan)
        for k, found in enumerate(classes):
            if found.truths > 0:
                hits, extra = _columns(found.values, len(found.score))
                false = found.false[:, 0].astype(np.float64)
                counts = MarkCounts(found.score, hits, false, found.truths, found.images, extra)
                values[k] = self._read(counts)
        return values

    def drawn(self, order: OutcomeOrder) -> Callable[[AnyArray, AnyArray], AnyArray]:
        """The same under weights of the images."""
        hits, extra = _columns(order.values, len(order.score))
        false = order.false[:, 0].astype(np.float64)

        def measure(weights: AnyArray, truths: AnyArray) -> AnyArray:
            values = np.full((len(truths), 1 + len(self._alarms)), np.nan)
            for k in range(len(truths)):
                rows = slice(order.offsets[k], order.offsets[k + 1])
                if truths[k] <= 0:
                    continue
                each = weights[order.image[rows]]
                there = each > 0
                counts = MarkCounts(
                    order.score[rows][there],
                    (hits[rows] * each)[there],
                    (false[rows] * each)[there],
                    float(truths[k]),
                    float(weights.sum()),
                    extra,
                )
                values[k] = self._read(counts)
            return values

        return measure

    def _read(self, counts: MarkCounts) -> list[float]:
        alarms, shares = self._curve(counts)
        found = np.interp(self._alarms, alarms, shares)
        return [float(found.mean()), *found.tolist()]


def found_within(state: MatchState, alarms: FloatArray, *, curve: Curve) -> FloatArray:
    """The shares found within numbers of false positives an image [A]: of several classes the mean.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = {"seriesuid": ["a"], "coordX": [0], "coordY": [0], "coordZ": [0], "diameter_mm": [10]}
    >>> mark = {"seriesuid": ["a"], "coordX": [1], "coordY": [0], "coordZ": [0], "probability": [0.9]}
    >>> result = tb.evaluate(truth, mark, protocol="luna16")
    >>> line = lambda of: (np.array([0.0, 2.0]), np.array([0.0, 1.0]))
    >>> found_within(result.state, np.array([1.0]), curve=line).tolist()
    [0.5]
    """
    order = OutcomeOrder(state, 0, state.parameters.max_detections[-1], np.array([0]))
    each = ShareMeasure(tuple(alarms.tolist()), curve)(order.as_it_is())[:, 1:]
    known = each[~np.isnan(each).all(axis=1)]
    found: FloatArray = known.mean(axis=0) if len(known) else np.full(len(alarms), np.nan)
    return found


def _columns(values: AnyArray | None, rows: int) -> tuple[AnyArray, float]:
    if values is None or not rows:
        return np.zeros(rows), 0.0
    return values[:, 0], float(values[0, 1])
