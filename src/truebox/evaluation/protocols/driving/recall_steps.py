"""KITTI's curve: one threshold a recall step of a fortieth, and what is read at 11 and at 40 of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox._native import driving as native
from truebox.evaluation.protocols.driving.truth_by_truth import FALSE, HIT, SAMPLED, SAMPLED_ALONE
from truebox.evaluation.states.drawn_outcomes import running_total

if TYPE_CHECKING:
    from truebox.evaluation.states.class_outcomes import ClassOutcomes, OutcomeOrder
    from truebox.evaluation.states.drawn_outcomes import DrawnMeasure
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int32Array

__all__ = ["BITS_OF_VIEW", "SHOWN", "VIEWS", "CurveMeasure", "seen_in", "thresholds_of"]

_STEPS = 40
SHOWN = 16
"""Bit of a detection that is there at all in a view, beside those of `truth_by_truth`."""

VIEWS = ("picture", "ground", "space")
"""`ClassOutcomes.values` are likeness, and behind it the bits of a detection in each of these."""

BITS_OF_VIEW = 5


def seen_in(bits: AnyArray, view: int) -> AnyArray:
    """The bits of detections in one view [N].

    Examples
    --------
    >>> seen_in(np.array([29.0 + 32 * 17]), 1).tolist()
    [17]
    """
    return (bits.astype(np.uint16) >> np.uint16(BITS_OF_VIEW * view)) & np.uint16(2**BITS_OF_VIEW - 1)


def thresholds_of(scores: FloatArray, truths: int) -> FloatArray:
    """One of the scores of true positives for each step of recall, from high to low; at most 41.

    Examples
    --------
    >>> thresholds_of(np.array([0.5, 0.9]), 2).tolist()  # fewer objects than steps: each is one
    [0.9, 0.5]
    """
    return np.sort(scores)[::-1][places_of_steps(len(scores), truths)]


def places_of_steps(count: int, truths: int) -> list[int]:
    """Which of so many scores by falling order `thresholds_of` takes.

    Examples
    --------
    >>> places_of_steps(2, 2)
    [0, 1]
    """
    chosen: list[int] = []
    place, recall, last = 0, 0.0, count - 1
    while place <= last:
        # Those before are nearer to the step with one more, for certain.
        place = min(max(place, int(truths * recall - 3.5)), last)
        left = (place + 1) / truths
        if place == last or (place + 2) / truths - recall >= recall - left:
            chosen.append(place)
            recall += 1 / _STEPS
        place += 1
    return chosen


class CurveMeasure:
    """A measure: of each class [K, 2] the mean of precision at 40 and at 11 steps of recall.

    Parameters
    ----------
    oriented : bool
        True positives count as far as their direction is right (average orientation similarity).
    view : {"picture", "ground", "space"}
        Where detections and objects overlap.
    alone : bool
        Where thresholds are chosen, low detections of other classes take no part.
    every_score : bool
        Every score is a cut, and steps are recalls; else the kit's thresholds are: too few where a
        class has fewer objects than there are steps.
    undetected_is_zero : bool
        A class that nothing detects has 0; else no number, as in the kit. Where no detection of any class is
        shown on the ground or in space, none has a number there.

    Examples
    --------
    One of one object found: the kit has one threshold, for recall 0. Its bits say hit (1), sampled (4) and
    shown (16) in the picture.

    >>> from truebox.evaluation.states.class_outcomes import ClassOutcomes
    >>> one = ClassOutcomes(score=np.array([0.9]), image=np.zeros(1, np.int32), row=np.arange(1), images=1,
    ...     hit=np.array([[True]]), false=np.array([[False]]), truths=1, values=np.array([[1.0, 21]]))
    >>> CurveMeasure(False, every_score=False, undetected_is_zero=False)([one]).round(4).tolist()
    [[0.0, 0.0909]]
    >>> CurveMeasure(False, every_score=True, undetected_is_zero=False)([one]).tolist()
    [[1.0, 1.0]]
    >>> CurveMeasure(False, view="ground", every_score=True, undetected_is_zero=True)([one]).tolist()
    [[nan, nan]]
    """

    def __init__(
        self,
        oriented: bool,
        *,
        view: str = "picture",
        alone: bool = False,
        every_score: bool,
        undetected_is_zero: bool,
    ) -> None:
        # Where every score is a cut, thresholds are not chosen.
        alone = alone and not every_score
        self._key = (oriented, VIEWS.index(view), every_score, undetected_is_zero, alone)

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
        oriented, view, every_score, undetected_is_zero, alone = self._key
        sampled = SAMPLED_ALONE if alone else SAMPLED
        held = [np.zeros((0, 2)) if each.values is None else each.values for each in classes]
        if oriented and any(
            len(each) == 0 and len(found.score) for each, found in zip(held, classes, strict=True)
        ):
            return [None] * len(classes)
        if oriented and any(np.isnan(each[:, 0]).any() for each in held):
            return [None] * len(classes)
        bits = [seen_in(each[:, 1], view) for each in held]
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
                adds = own[:, 0] if oriented else None
                make = _curve_of_scores if every_score else _curve_of_samples
                found.append(make(each, _Outcome(hit, hit | false, its & sampled != 0, adds)))
            else:
                # The kit has no threshold then, and prints 0.
                found.append(None if every_score else np.zeros(_STEPS + 1))
        return found

    def drawn(self, order: OutcomeOrder) -> DrawnMeasure:
        """The same of draws."""
        if order.values is None:
            return lambda weights, truths: self(order.weighed(weights, truths))
        return _DrawnSteps(order, self._key)


class _DrawnSteps:
    """`CurveMeasure` under weights of the images."""

    def __init__(self, order: OutcomeOrder, key: tuple[bool, int, bool, bool, bool]) -> None:
        self._oriented, self._view, every_score, self._undetected_is_zero, alone = key
        bit = SAMPLED_ALONE if alone else SAMPLED
        assert order.values is not None
        bits = seen_in(order.values[:, 1], self._view)
        seen = (bits & SHOWN) != 0
        hit, false = (
            (order.hit[:, 0], order.false[:, 0]) if self._view == 0 else (bits & HIT != 0, bits & FALSE != 0)
        )
        self._there, self._seen = (self._of_images(order, rows) for rows in (np.ones(len(seen), bool), seen))
        self._unknown = np.unique(order.image[np.isnan(order.values[:, 0])]) if self._oriented else None
        adds = order.values[:, 0] if self._oriented else None
        self._curves: _ScoreCurves | _StepCurves
        if every_score:
            self._curves = _ScoreCurves(order, hit, hit | false, adds)
        else:
            self._curves = _StepCurves(order, hit, hit | false, adds, bits & bit != 0)

    def _of_images(self, order: OutcomeOrder, rows: BoolArray) -> list[Int32Array]:
        """The images in which each class has such a detection."""
        return [np.unique(order.image[a:b][rows[a:b]]) for a, b in pairwise(order.offsets.tolist())]

    def __call__(self, weights: AnyArray, truths: AnyArray) -> FloatArray:
        values = np.full((len(truths), 2), np.nan)
        shown = [bool(weights[images].any()) for images in self._seen]
        if (self._unknown is not None and weights[self._unknown].any()) or (
            self._view > 0 and not any(shown)
        ):
            return values
        means = _means_of_all(self._curves(weights, truths))
        for k, (seen, there) in enumerate(zip(shown, self._there, strict=True)):
            if not (seen or (self._undetected_is_zero and self._view == 0 and weights[there].any())):
                if self._undetected_is_zero and truths[k] > 0:
                    values[k] = 0.0
            else:
                values[k] = means[k]
        return values


class _StepCurves:
    """The envelope of each class at each of the 41 steps, by the kit's thresholds."""

    def __init__(
        self,
        order: OutcomeOrder,
        hit: BoolArray,
        counted: BoolArray,
        adds: FloatArray | None,
        sampled: BoolArray,
    ) -> None:
        # What is right may be more than hits: a truth's new detection changes the sum of likeness.
        kept = counted if adds is None else counted | (adds != 0)
        rows, samples = np.flatnonzero(kept), np.flatnonzero(sampled)
        ends = np.empty(len(samples), dtype=np.int64)
        for first, end in pairwise(order.offsets.tolist()):
            own = slice(*np.searchsorted(samples, (first, end)))
            score = -order.score[first:end]
            ends[own] = first + np.searchsorted(score, -order.score[samples[own]], side="right")
        before = running_total(kept)
        self._rows = native.StepDraws(
            before[order.offsets],
            np.ascontiguousarray(order.image[rows], dtype=np.int32),
            counted[rows] + 2 * hit[rows].astype(np.uint8),
            None if adds is None else np.ascontiguousarray(adds[rows], dtype=np.float64),
            running_total(sampled)[order.offsets],
            np.ascontiguousarray(order.image[samples], dtype=np.int32),
            before[ends],
            order.images,
        )

    def __call__(self, weights: AnyArray, truths: AnyArray) -> FloatArray:
        curve = np.empty((len(truths), _STEPS + 1))
        # The kit has no threshold where there is no object, and prints 0.
        drawn = np.ascontiguousarray(weights, dtype=np.int64)
        self._rows.read(drawn, np.ascontiguousarray(truths, dtype=np.int64), curve)
        return _envelope(curve)


class _ScoreCurves:
    """The same where every score is a cut."""

    def __init__(
        self,
        order: OutcomeOrder,
        hit: BoolArray,
        counted: BoolArray,
        adds: FloatArray | None,
    ) -> None:
        self._classes = []
        for first, end in pairwise(order.offsets.tolist()):
            rows = np.arange(first, end)
            kinds = [rows[each[first:end]] for each in (counted, hit, hit if adds is None else adds != 0)]
            cuts = np.unique(-order.score[first:end])
            ends = [np.searchsorted(-order.score[each], cuts, side="right") for each in kinds]
            images = [order.image[each] for each in kinds]
            self._classes.append((images, ends, None if adds is None else adds[kinds[2]]))

    def __call__(self, weights: AnyArray, truths: AnyArray) -> FloatArray:
        curves = np.full((len(truths), _STEPS + 1), np.nan)
        for k, (images, (of_counted, of_hits, of_right), adds) in enumerate(self._classes):
            if truths[k] == 0:
                continue
            counted, hits, weight = (weights[each] for each in images)
            right = running_total(weight if adds is None else weight * adds)[of_right]
            precision = right / np.maximum(running_total(counted)[of_counted], 1)
            curves[k] = _reached(precision, running_total(hits)[of_hits], int(truths[k]))
        return curves


class _Outcome(NamedTuple):
    """What each detection of a class adds; `adds` is how far it is right, None where as a hit."""

    hit: BoolArray
    counted: BoolArray
    sampled: BoolArray
    adds: FloatArray | None

    def adding(self) -> tuple[AnyArray, AnyArray]:
        """Rows that add to what is right or to hits, and what is right up to each, from none of them on."""
        rows = np.flatnonzero(self.hit if self.adds is None else self.hit | (self.adds != 0))
        if self.adds is None:
            return rows, np.arange(len(rows) + 1)
        return rows, running_total(self.adds[rows])

    def counted_until(self, places: AnyArray) -> AnyArray:
        """How many count up to each of these places, which rise, and with it."""
        ends = [0, *(places + 1).tolist()]
        return np.cumsum([np.count_nonzero(self.counted[a:b]) for a, b in pairwise(ends)])


def _curve_of_samples(found: ClassOutcomes, outcome: _Outcome) -> FloatArray:
    """The envelope at each of the 41 steps, which are scores of true positives."""
    curve = np.zeros(_STEPS + 1)
    cuts = thresholds_of(found.score[outcome.sampled], found.truths)
    places = np.searchsorted(-found.score, -cuts, side="right") - 1
    rows, right = outcome.adding()
    with np.errstate(invalid="ignore"):
        curve[: len(cuts)] = right[np.searchsorted(rows, places, side="right")] / outcome.counted_until(
            places
        )
    return _envelope(curve)


def _curve_of_scores(found: ClassOutcomes, outcome: _Outcome) -> FloatArray:
    """The envelope at each of the 41 steps, where every score is a cut.

    Cuts that add nothing right are left out: fewer of their detections are right than at the cut before.
    """
    rows, right = outcome.adding()
    cuts = rows
    last = np.append(np.flatnonzero(np.diff(found.score)), len(found.score) - 1)
    if len(last) < len(found.score):
        cuts = last[np.unique(np.searchsorted(last, rows))]
    until = np.searchsorted(rows, cuts, side="right")
    counted = np.cumsum(outcome.counted)[cuts]
    hits = running_total(outcome.hit[rows])
    return _reached(right[until] / np.maximum(counted, 1), hits[until], found.truths)


def _reached(precision: FloatArray, hits: AnyArray, truths: int) -> FloatArray:
    """The envelope at each of the 41 steps, where every score is a cut."""
    envelope = np.append(np.maximum.accumulate(precision[::-1])[::-1], 0.0)
    needed = np.ceil(np.arange(_STEPS + 1) * truths / _STEPS)
    needed[0] = 1  # precision at recall 0 is that of the first find
    reached: FloatArray = envelope[np.searchsorted(hits, needed, side="left")]
    return reached


def _envelope(curve: FloatArray) -> FloatArray:
    """The greatest value from each step on [..., 41]; what the kit divides 0 by 0 for stays no number."""
    known = np.where(np.isnan(curve), -np.inf, curve)
    highest: FloatArray = np.maximum.accumulate(known[..., ::-1], axis=-1)[..., ::-1]
    return np.where(np.isnan(curve), np.nan, highest)


def _means(curve: FloatArray) -> tuple[float, float]:
    return float(curve[1:].sum() / _STEPS), float(curve[::4].sum() / 11)


def _means_of_all(curves: FloatArray) -> FloatArray:
    """Of each class [K, 41] the same [K, 2]."""
    return np.array([_means(curve) for curve in curves]).reshape(-1, 2)
