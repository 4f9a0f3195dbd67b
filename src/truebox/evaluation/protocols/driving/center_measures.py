"""What nuScenes reads of its curves: AP above 10 % recall and precision, and the errors of what is found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.states.class_outcomes import ClassOutcomes
    from truebox.typing import AnyArray, FloatArray

__all__ = ["CenterAP", "CenterErrors", "DetectionScore"]

_RECALLS = np.linspace(0, 1, 101)
_LEAST = 10
"""Percent of recall below which nothing is read."""

_LEAST_PRECISION = 0.1
_AP_WEIGHT = 5.0


@dataclass(frozen=True, slots=True)
class CenterAP:
    """A measure: AP of each class [K, 1], the mean over the distances that it is asked for.

    Parameters
    ----------
    mended : Quirk
        `FIRST_RECALL`, `ABSENT_CLASS` and `TIE_ORDER` are looked at.

    Examples
    --------
    One of one object found: precision 1 all along.

    >>> from truebox.evaluation.states.class_outcomes import ClassOutcomes
    >>> one = ClassOutcomes(score=np.array([0.9]), image=np.zeros(1, np.int32), row=np.arange(1), images=1,
    ...     hit=np.array([[True]]), false=np.array([[False]]), truths=1)
    >>> CenterAP(Quirk.NONE)([one]).tolist()
    [[1.0]]
    """

    mended: Quirk

    def __call__(self, classes: Sequence[ClassOutcomes]) -> FloatArray:
        values = [[self._mean(each)] for each in classes]
        return np.array(values, dtype=np.float64).reshape(-1, 1)

    def _mean(self, found: ClassOutcomes) -> float:
        if found.truths == 0:
            return np.nan if Quirk.ABSENT_CLASS in self.mended else 0.0
        order = asked_order(found, self.mended)
        return float(np.mean([self._one(found, order, t) for t in range(found.hit.shape[1])]))

    def _one(self, found: ClassOutcomes, order: AnyArray, threshold: int) -> float:
        hit = found.hit[order, threshold]
        if not hit.any():
            return 0.0
        true, false = np.cumsum(hit), np.cumsum(~hit)
        precision = np.interp(_RECALLS, true / float(found.truths), true / (false + true), right=0)
        above = precision[first_place(self.mended) :] - _LEAST_PRECISION
        above[above < 0] = 0
        return float(np.mean(above)) / (1.0 - _LEAST_PRECISION)


@dataclass(frozen=True, slots=True)
class CenterErrors:
    """A measure: the five errors of each class [K, 5], NaN for those that a class has not.

    Read at one distance. `ClassOutcomes.values` are the errors of each detection that was a hit there.

    Parameters
    ----------
    mended : Quirk
    without : tuple of int
        For each class how many of the errors, from the last, it has not.

    Examples
    --------
    >>> from truebox.evaluation.states.class_outcomes import ClassOutcomes
    >>> one = ClassOutcomes(score=np.array([0.9]), image=np.zeros(1, np.int32), row=np.arange(1), images=1,
    ...     hit=np.array([[True]]), false=np.array([[False]]), truths=1,
    ...     values=np.array([[0.5, 0.25, 0.0, np.nan, np.nan]]))
    >>> CenterErrors(Quirk.NONE, (2,))([one]).tolist()
    [[0.5, 0.25, 0.0, nan, nan]]
    """

    mended: Quirk
    without: tuple[int, ...]

    def __call__(self, classes: Sequence[ClassOutcomes]) -> FloatArray:
        values = np.full((len(classes), 5), np.nan)
        for k, found in enumerate(classes):
            held = 5 - self.without[k]
            if found.truths > 0:
                values[k, :held] = self._of_class(found)[:held]
            elif Quirk.ABSENT_CLASS not in self.mended:
                values[k, :held] = 1.0
        return values

    def _of_class(self, found: ClassOutcomes) -> FloatArray:
        order = asked_order(found, self.mended)
        hit = found.hit[order, 0]
        if not hit.any() or found.values is None:
            return np.ones(5)
        score, recall = found.score[order], np.cumsum(hit) / float(found.truths)
        means = np.column_stack([_running_mean(column) for column in found.values[order][hit].T])
        first = first_place(self.mended)
        if Quirk.SCORE_STEPS in self.mended:
            reached = np.flatnonzero(recall[-1] >= _RECALLS - 1e-12)
            needed = np.ceil(_RECALLS[reached] * found.truths - 1e-9).astype(np.int64)
            sampled, last = means[np.maximum(needed, 1) - 1], int(reached[-1])
        else:
            cuts = np.interp(_RECALLS, recall, score, right=0)
            places = np.flatnonzero(cuts)
            last = int(places[-1]) if len(places) else 0
            known = score[hit][::-1]
            sampled = np.column_stack(
                [np.interp(cuts[::-1], known, column[::-1])[::-1] for column in means.T]
            )
        if last < first:
            return means[-1] if Quirk.LOW_RECALL in self.mended else np.ones(5)
        read: FloatArray = sampled[first : last + 1].mean(axis=0)
        return read


@dataclass(frozen=True, slots=True)
class DetectionScore:
    """A measure: NDS, of all classes together, which each class is given [K, 1].

    Half of it is AP over all distances, half the errors at one of them; an error of 1 or more counts nothing.

    Parameters
    ----------
    average : CenterAP
    errors : CenterErrors
    place : int
        Of the distance at which errors are read.
    """

    average: CenterAP
    errors: CenterErrors
    place: int

    def __call__(self, classes: Sequence[ClassOutcomes]) -> FloatArray:
        precision = self.average(classes)[:, 0]
        errors = self.errors([each.at(self.place) for each in classes])
        known = ~np.isnan(precision)
        if not known.any():
            return np.full((len(classes), 1), np.nan)
        scores = [
            max(0.0, 1.0 - float(np.mean(column[~np.isnan(column)])))
            for column in errors.T
            if not np.isnan(column).all()
        ]
        total = (_AP_WEIGHT * float(np.mean(precision[known])) + float(np.sum(scores))) / (
            _AP_WEIGHT + len(scores)
        )
        return np.full((len(classes), 1), total)


def first_place(mended: Quirk) -> int:
    """The first of the recalls that is read."""
    return _LEAST if Quirk.FIRST_RECALL in mended else _LEAST + 1


def asked_order(found: ClassOutcomes, mended: Quirk) -> AnyArray:
    """By falling score; the kit turns a rising order round, so that of equal scores the last of the file is first."""
    if Quirk.TIE_ORDER in mended:
        return np.arange(len(found.score))
    return np.lexsort((-found.row, -found.score))


def _running_mean(values: FloatArray) -> FloatArray:
    """Up to each value, of those that are known; 1 where none is."""
    known = ~np.isnan(values)
    if not known.any():
        return np.ones(len(values))
    count = np.cumsum(known)
    total: FloatArray = np.nancumsum(values)
    return np.divide(total, count, out=np.zeros_like(total), where=count != 0)
