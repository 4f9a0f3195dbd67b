"""KITTI's curve: one threshold a recall step of a fortieth, and what is read at 11 and at 40 of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.driving.truth_by_truth import FALSE, HIT, SAMPLED

if TYPE_CHECKING:
    from truebox.evaluation.states.class_outcomes import ClassOutcomes
    from truebox.typing import AnyArray, BoolArray, FloatArray

__all__ = ["SHOWN", "VIEWS", "CurveMeasure", "thresholds_of"]

_STEPS = 40
SHOWN = 8
"""Bit of a detection that is there at all in a view, beside those of `truth_by_truth`."""

VIEWS = ("picture", "ground", "space")
"""`ClassOutcomes.values` are likeness, and behind it the bits of a detection in each of these."""


def thresholds_of(scores: FloatArray, truths: int) -> FloatArray:
    """One of the scores of true positives for each step of recall, from high to low; at most 41.

    Examples
    --------
    >>> thresholds_of(np.array([0.5, 0.9]), 2).tolist()  # fewer objects than steps: each is one
    [0.9, 0.5]
    """
    falling = np.sort(scores)[::-1]
    chosen: list[int] = []
    place, recall, last = 0, 0.0, len(falling) - 1
    while place <= last:
        # Those before are nearer to the step with one more, for certain.
        place = min(max(place, int(truths * recall - 3.5)), last)
        left = (place + 1) / truths
        if place == last or (place + 2) / truths - recall >= recall - left:
            chosen.append(place)
            recall += 1 / _STEPS
        place += 1
    found: FloatArray = falling[chosen]
    return found


class CurveMeasure:
    """A measure: of each class [K, 2] the mean of precision at 40 and at 11 steps of recall.

    Parameters
    ----------
    oriented : bool
        True positives count as far as their direction is right (average orientation similarity).
    view : {"picture", "ground", "space"}
        Where detections and objects overlap.
    every_score : bool
        Every score is a cut, and steps are recalls; else the kit's thresholds are: too few where a
        class has fewer objects than there are steps.
    undetected_is_zero : bool
        A class that nothing detects has 0; else no number, as in the kit. Where no detection of any class is
        shown on the ground or in space, none has a number there.

    Examples
    --------
    One of one object found: the kit has one threshold, for recall 0. Its bits say hit (1), sampled (4) and
    shown (8) in the picture.

    >>> from truebox.evaluation.states.class_outcomes import ClassOutcomes
    >>> one = ClassOutcomes(score=np.array([0.9]), image=np.zeros(1, np.int32), row=np.arange(1), images=1,
    ...     hit=np.array([[True]]), false=np.array([[False]]), truths=1, values=np.array([[1.0, 13, 0, 0]]))
    >>> CurveMeasure(False, every_score=False, undetected_is_zero=False)([one]).round(4).tolist()
    [[0.0, 0.0909]]
    >>> CurveMeasure(False, every_score=True, undetected_is_zero=False)([one]).tolist()
    [[1.0, 1.0]]
    >>> CurveMeasure(False, view="ground", every_score=True, undetected_is_zero=True)([one]).tolist()
    [[nan, nan]]
    """

    def __init__(
        self, oriented: bool, *, view: str = "picture", every_score: bool, undetected_is_zero: bool
    ) -> None:
        self._key = (oriented, VIEWS.index(view), every_score, undetected_is_zero)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CurveMeasure) and other._key == self._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def oriented(self) -> bool:
        return self._key[0]

    def __call__(self, classes: Sequence[ClassOutcomes]) -> FloatArray:
        values = np.full((len(classes), 2), np.nan)
        for k, curve in enumerate(self.curves(classes)):
            if curve is not None:
                values[k] = _means(curve)
        return values

    def curves(self, classes: Sequence[ClassOutcomes]) -> list[FloatArray | None]:
        """The envelope of each class at each of the 41 steps, None for a class that has no number."""
        oriented, view, every_score, undetected_is_zero = self._key
        held = [np.zeros((0, 1 + len(VIEWS))) if each.values is None else each.values for each in classes]
        if oriented and any(
            len(each) == 0 and len(found.score) for each, found in zip(held, classes, strict=True)
        ):
            return [None] * len(classes)
        if oriented and any(np.isnan(each[:, 0]).any() for each in held):
            return [None] * len(classes)
        bits = [each[:, 1 + view].astype(np.uint8) for each in held]
        shown = [bool((each & SHOWN).any()) for each in bits]
        if view > 0 and not any(shown):
            return [None] * len(classes)
        found: list[FloatArray | None] = []
        for each, own, its, seen in zip(classes, held, bits, shown, strict=True):
            if not (seen or (undetected_is_zero and view == 0 and len(its))):
                found.append(np.zeros(_STEPS + 1) if undetected_is_zero and each.truths > 0 else None)
            elif each.truths > 0:
                hit, false = (
                    (each.hit[:, 0], each.false[:, 0]) if view == 0 else (its & HIT != 0, its & FALSE != 0)
                )
                right = own[:, 0] if oriented else hit
                found.append(_curve(each, (hit, false, right), its & SAMPLED != 0, every_score))
            else:
                # The kit has no threshold then, and prints 0.
                found.append(None if every_score else np.zeros(_STEPS + 1))
        return found


def _curve(
    found: ClassOutcomes, adds: tuple[AnyArray, AnyArray, AnyArray], sampled: BoolArray, every_score: bool
) -> FloatArray:
    """The envelope at each of the 41 steps, of what each detection adds: hits, false, and what is right."""
    hits, false, right = (np.cumsum(each) for each in adds)
    if every_score:
        last = np.append(np.flatnonzero(np.diff(found.score)), len(found.score) - 1)
        counted = np.maximum((hits + false)[last], 1)
        envelope = np.append(np.maximum.accumulate((right[last] / counted)[::-1])[::-1], 0.0)
        needed = np.ceil(np.arange(_STEPS + 1) * found.truths / _STEPS)
        needed[0] = 1  # precision at recall 0 is that of the first find
        reached: FloatArray = envelope[np.searchsorted(hits[last], needed, side="left")]
        return reached
    curve = np.zeros(_STEPS + 1)
    cuts = thresholds_of(found.score[sampled], found.truths)
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
