"""What nuScenes' numbers are made of, read once of every class: quirks only choose from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.driving.centers.curve_reading import (
    NEAR,
    RECALLS,
    asked_order,
    turning_points,
)

if TYPE_CHECKING:
    from truebox.evaluation.states.class_outcomes import ClassOutcomes
    from truebox.evaluation.states.quirks import Quirk
    from truebox.typing import AnyArray, BoolArray, FloatArray

__all__ = ["ReadClasses", "ReadErrors", "precision_at_recalls"]


class ReadClasses:
    """The curves of every class at the recalls.

    Parameters
    ----------
    classes : sequence of ClassOutcomes
    place : int
        Of the distance at which errors are read.
    mended : Quirk
        Of which `TIE_ORDER` says in which order equal scores stand.

    Attributes
    ----------
    precision : float64 array [K, T, 101]
        0 where nothing is found.
    errors : list of ReadErrors or None
        None where they are not measured, or the class has no truth.
    truths : list of int

    Examples
    --------
    >>> from truebox.evaluation.states.class_outcomes import ClassOutcomes
    >>> from truebox.evaluation.states.quirks import Quirk
    >>> one = ClassOutcomes(score=np.array([0.9, 0.8]), image=np.zeros(2, np.int32), row=np.arange(2),
    ...     hit=np.array([[True], [False]]), false=np.array([[False], [True]]), truths=2, images=1)
    >>> ReadClasses([one], 0, Quirk.NONE).precision[0, 0, [0, 50, 51]].tolist()
    [1.0, 0.5, 0.0]
    """

    def __init__(self, classes: Sequence[ClassOutcomes], place: int, mended: Quirk) -> None:
        distances = classes[0].hit.shape[1] if classes else 0
        self.truths = [each.truths for each in classes]
        self.precision = np.zeros((len(classes), distances, len(RECALLS)))
        self.errors: list[ReadErrors | None] = [None] * len(classes)
        for k, found in enumerate(classes):
            if found.truths == 0:
                continue
            order = asked_order(found, mended)
            hit = found.hit[order]
            for t in range(distances):
                self.precision[k, t] = precision_at_recalls(hit[:, t], found.truths)
            if place < distances and found.values is not None:
                self.errors[k] = ReadErrors(
                    hit[:, place], found.score[order], found.values[order], found.truths
                )


class ReadErrors:
    """The running means of the errors of one class, and where they are read.

    Parameters
    ----------
    hit : bool array [N]
    score : float64 array [N]
    values : float64 array [N, E]
        NaN where an error is not known.
    truths : int

    Attributes
    ----------
    means : float64 array [H, E]
        Up to each hit, of the errors that are known; 1 where none is.

    Examples
    --------
    >>> read = ReadErrors(np.array([True, True]), np.array([0.9, 0.8]), np.array([[0.5], [1.5]]), 2)
    >>> read.means.tolist(), read.at_scores()[1], read.at_recalls()[1]
    ([[0.5], [1.0]], 100, 100)
    """

    def __init__(self, hit: BoolArray, score: FloatArray, values: FloatArray, truths: int) -> None:
        self.means = _running_means(values[hit])
        self._hit, self._score, self._truths = hit, score, truths
        self._at_scores: tuple[FloatArray, int] | None = None

    def at_scores(self) -> tuple[FloatArray, int]:
        """Read between detections, at the scores of the recalls [101, E], and the last that is reached.

        Nothing where nothing is hit.
        """
        if self._at_scores is None:
            self._at_scores = self._read_at_scores()
        return self._at_scores

    def _read_at_scores(self) -> tuple[FloatArray, int]:
        if not len(self.means):
            return self.means, 0
        points, true = turning_points(self._hit)
        cuts = np.interp(RECALLS, true / float(self._truths), self._score[points], right=0)
        places = np.flatnonzero(cuts)
        last = int(places[-1]) if len(places) else 0
        cuts, known = cuts[::-1], self._score[self._hit][::-1]
        sampled = np.column_stack([np.interp(cuts, known, each[::-1])[::-1] for each in self.means.T])
        return sampled, last

    def at_recalls(self) -> tuple[FloatArray, int]:
        """Read at the recalls that are reached [R, E], and the last of them; nothing where nothing is hit."""
        if not len(self.means):
            return self.means, 0
        reached = RECALLS[len(self.means) / float(self._truths) >= RECALLS - NEAR]
        needed = np.ceil(reached * self._truths - NEAR).astype(np.int64)
        return self.means[np.maximum(needed, 1) - 1], len(reached) - 1


def precision_at_recalls(hit: BoolArray, truths: int) -> FloatArray:
    """Precision of a class with truths at each of the recalls [101]; 0 beyond those that are reached.

    Examples
    --------
    >>> precision_at_recalls(np.array([True]), 1).sum()
    np.float64(101.0)
    """
    if not hit.any():
        return np.zeros(len(RECALLS))
    places, true = turning_points(hit)
    found: FloatArray = np.interp(RECALLS, true / float(truths), true / (places + 1), right=0)
    return found


def _running_means(values: AnyArray) -> FloatArray:
    known = ~np.isnan(values)
    count = np.cumsum(known, axis=0)
    total = np.cumsum(np.where(known, values, 0.0), axis=0)
    means: FloatArray = np.zeros_like(total)
    np.divide(total, count, out=means, where=count != 0)
    means[:, ~known.any(axis=0)] = 1.0
    return means
