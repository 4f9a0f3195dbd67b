"""Waymo's curve: precision and recall at cuts of the scores, and the area under the line between them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.states.class_outcomes import ClassOutcomes, OutcomeOrder
    from truebox.evaluation.states.drawn_outcomes import DrawnMeasure
    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = ["CUTS", "CutMeasure", "area_under"]

CUTS = np.array([*(place * 0.01 for place in range(100)), 1.0]).astype(np.float32)
"""A detection counts at a cut where its score is as much or more, both of single precision."""

_WIDEST = np.float32(0.05)
_ROUNDING = np.float32(1e-6)
_FOUND, _FALSE, _RIGHT, _COUNTING = range(4)


class CutMeasure:
    """A measure: of each class [K, 2] the area under precision by recall, plain and weighed by heading.

    `ClassOutcomes.values` are what each detection adds: objects found, false positives, how far headings
    of what is found are right, and objects found that count in the set.

    Parameters
    ----------
    mended : Quirk
        `FEW_THRESHOLDS`: every score is a cut and precision is the greatest at the recall or beyond it.
        `ABSENT_CLASS`: a class without objects has no number.
    all_count : bool
        All that is found counts in the set, whatever the last of the values says.

    Examples
    --------
    Two objects, of which one is found, the other way round, in single precision.

    >>> from truebox.evaluation.states.class_outcomes import ClassOutcomes
    >>> one = ClassOutcomes(score=np.array([0.9]), image=np.zeros(1, np.int32), row=np.arange(1), images=1,
    ...     hit=np.array([[True]]), false=np.array([[False]]), truths=2, values=np.array([[1.0, 0, 0, 1]]))
    >>> CutMeasure(Quirk.NONE)([one]).tolist()
    [[0.5000000596046448, 0.0]]
    """

    def __init__(self, mended: Quirk, *, all_count: bool = False) -> None:
        self._key = (Quirk.FEW_THRESHOLDS in mended, Quirk.ABSENT_CLASS in mended)
        self._counting = _FOUND if all_count else _COUNTING

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CutMeasure) and other._key == self._key and other._counting == self._counting

    def __hash__(self) -> int:
        return hash((self._key, self._counting))

    def __call__(self, classes: Sequence[ClassOutcomes]) -> FloatArray:
        every_score, absent_is_none = self._key
        values = np.full((len(classes), 2), np.nan)
        for k, each in enumerate(classes):
            if each.truths == 0 and absent_is_none:
                continue
            if each.values is None or not len(each.score):
                values[k] = 0.0
            elif every_score:
                values[k] = _under_envelope(_where_found(each, self._counting), each.truths, self._counting)
            else:
                values[k] = [area_under(*curve) for curve in self.curves(each)]
        return values

    def curves(self, found: ClassOutcomes) -> tuple[tuple[AnyArray, AnyArray], ...]:
        """Precision and recall at each cut, plain and weighed, of a class that has objects."""
        if self._key[0]:
            totals = _at_scores(found)
            recall = totals[:, _FOUND] / np.maximum(_all_of(totals, found.truths, self._counting), 1)
            counted = np.maximum(totals[:, _FOUND] + totals[:, _FALSE], 1)
            return tuple((totals[:, part] / counted, recall) for part in (_FOUND, _RIGHT))
        return _single(_at_cuts(found), found.truths, self._counting)

    def drawn(self, order: OutcomeOrder) -> DrawnMeasure:
        """The same of draws, whose headings are summed in double precision."""
        if order.values is None:
            return lambda weights, truths: self(order.weighed(weights, truths))
        return _DrawnCuts(order, self._key, self._counting)


class _DrawnCuts:
    """`CutMeasure` under weights of the images."""

    def __init__(self, order: OutcomeOrder, key: tuple[bool, bool], counting: int) -> None:
        assert order.values is not None
        every_score, self._absent_is_none = key
        self._counting = counting
        self._areas = _envelope_areas if every_score else _line_areas
        kept = np.flatnonzero(order.values.any(axis=1))
        self._values, self._image = order.values[kept], order.image[kept]
        self._classes = len(order.offsets) - 1
        category = np.repeat(np.arange(self._classes), np.diff(order.offsets))[kept]
        band = len(CUTS) - _cuts_reached(order.score)
        if every_score:
            band = np.unique(-order.score, return_inverse=True)[1].reshape(-1)
        self._width = max(int(band.max(initial=0)), len(CUTS)) + 1
        self._bins = category * self._width + band[kept]

    def __call__(self, weights: AnyArray, truths: AnyArray) -> FloatArray:
        weighed = self._values * weights[self._image][:, None]
        size = self._classes * self._width
        totals = np.stack([np.bincount(self._bins, weighed[:, part], minlength=size) for part in range(4)])
        totals = totals.reshape(4, self._classes, self._width).cumsum(axis=2)
        number = np.asarray(truths, dtype=np.float64)[:, None]
        recall = totals[_FOUND] / np.maximum(totals[_FOUND] + number - totals[self._counting], 1)
        counted = np.maximum(totals[_FOUND] + totals[_FALSE], 1)
        areas = self._areas(totals[[_FOUND, _RIGHT]] / counted, recall[None])
        found: FloatArray = np.where((number == 0) & self._absent_is_none, np.nan, areas.T)
        return found


def _line_areas(precision: FloatArray, recall: FloatArray) -> FloatArray:
    """`area_under` of many curves [..., C] at once, recall rising, in double precision."""
    # From the highest recall down; the last is recall 0.
    right = np.concatenate([recall[..., ::-1], np.zeros((*recall.shape[:-1], 1))], axis=-1)
    highest = np.maximum.accumulate(precision[..., ::-1], axis=-1)
    steps = right[..., :-1] - right[..., 1:]
    ends = np.where(steps > 0, np.arange(steps.shape[-1]), steps.shape[-1] - 1)
    ends = np.minimum.accumulate(ends[..., ::-1], axis=-1)[..., ::-1]
    ends = np.broadcast_to(np.concatenate([ends[..., 1:], ends[..., -1:]], axis=-1), highest.shape)
    beyond = np.where(right[..., 1:] > 0, np.take_along_axis(highest, ends, axis=-1), highest)
    widest = float(_WIDEST)
    filled = np.maximum(np.ceil((steps - widest - float(_ROUNDING)) / widest), 0)
    areas: FloatArray = (
        filled * widest * highest + 0.5 * (steps - filled * widest) * (highest + beyond)
    ).sum(axis=-1)
    return areas


def _envelope_areas(precision: FloatArray, recall: FloatArray) -> FloatArray:
    """The areas under the greatest precision at each recall or beyond it, recall rising."""
    highest = np.maximum.accumulate(precision[..., ::-1], axis=-1)[..., ::-1]
    areas: FloatArray = (np.diff(recall, axis=-1, prepend=0.0) * highest).sum(axis=-1)
    return areas


def area_under(precision: AnyArray, recall: AnyArray) -> float:
    """The kit's area, in its single precision: precision never falls toward lower recalls, gaps are filled.

    Parameters
    ----------
    precision, recall : float32 arrays [C]
        At each cut.

    Examples
    --------
    From recall 0.25 to 0.5 precision holds at 0.5 until a step before 0.25; before recall 0.25 it is 1.

    >>> one, half, quarter = np.float32([1, 0.5, 0.25])
    >>> area_under(np.array([half, one]), np.array([half, quarter])).__round__(6)
    0.3875
    """
    best: dict[float, float] = {0.0: 1.0}
    for value, at in zip(precision.tolist(), recall.tolist(), strict=True):
        best[at] = max(best.get(at, 0.0), value)
    single = np.float32
    points: list[tuple[np.float32, np.float32]] = []
    last, highest = single(0), single(0)
    for at in sorted(best, reverse=True):
        while last - single(at) > _WIDEST + _ROUNDING:
            last -= _WIDEST
            points.append((highest, last))
        highest = max(single(best[at]), highest)
        last = single(at)
        points.append((highest, last))
    if len(points) > 1:
        points[-1] = (points[-2][0], points[-1][1])
    area = single(0)
    for (high, right), (low, left) in pairwise(points):
        area = single(float(area) + 0.5 * float(right - left) * float(high + low))
    return float(area)


def _single(totals: FloatArray, truths: int, counting: int) -> tuple[tuple[AnyArray, AnyArray], ...]:
    """Precision and recall [C] in single precision, plain and weighed by heading."""
    single = np.float32
    of_all = _all_of(totals, truths, counting)
    counted = totals[:, _FOUND] + totals[:, _FALSE]
    recall = np.where(of_all > 0, totals[:, _FOUND].astype(single) / np.maximum(of_all, 1).astype(single), 0)
    recall = recall.astype(single)
    curves: list[tuple[AnyArray, AnyArray]] = []
    for part in (_FOUND, _RIGHT):
        share = totals[:, part].astype(single) / np.maximum(counted, 1).astype(single)
        precision = np.where(recall == 0, single(1), np.where(counted > 0, share, 0)).astype(single)
        curves.append((precision, recall))
    return tuple(curves)


def _all_of(totals: FloatArray, truths: int, counting: int) -> FloatArray:
    """Objects found, those that do not count too, and objects that count and are missed."""
    number: FloatArray = totals[:, _FOUND] + truths - totals[:, counting]
    return number


def _cuts_reached(score: FloatArray) -> Int64Array:
    """How many of the cuts each score reaches."""
    found: Int64Array = np.searchsorted(CUTS, score.astype(np.float32), side="right")
    return found


def _at_cuts(found: ClassOutcomes) -> FloatArray:
    """The sums over what reaches each cut [C, 4]; headings as the kit adds them, frame by frame."""
    assert found.values is not None
    # Scores fall: of whole numbers what reaches a cut is a sum from the first row on.
    ends = np.searchsorted(-found.score.astype(np.float32), -CUTS, side="right")
    totals = np.zeros((len(CUTS), 4))
    for part in (_FOUND, _FALSE, _COUNTING):
        totals[:, part] = _until(found.values[:, part], ends)
    turned = np.flatnonzero(found.values[:, _RIGHT])
    reached = _cuts_reached(found.score[turned])
    image = found.image[turned]
    held = np.bincount(image) > 0
    place = np.cumsum(held) - 1
    width = len(CUTS) + 1
    by_frame = np.bincount(
        place[image] * width + reached,
        found.values[turned, _RIGHT],
        minlength=int(held.sum()) * width,
    ).reshape(-1, width)
    sums = by_frame[:, ::-1].cumsum(axis=1)[:, ::-1][:, 1:].astype(np.float32)
    if len(sums):
        totals[:, _RIGHT] = np.cumsum(sums, axis=0, dtype=np.float32)[-1]
    return totals


def _until(added: FloatArray, ends: Int64Array) -> FloatArray:
    """The sums of whole numbers before these places."""
    bounds = np.unique(np.append(0, ends))
    parts = np.add.reduceat(added, bounds[bounds < len(added)])
    total: FloatArray = np.append(0.0, parts.cumsum())[np.searchsorted(bounds, ends)]
    return total


def _at_scores(found: ClassOutcomes) -> FloatArray:
    """The sums up to each score [N, 4]."""
    assert found.values is not None
    last = np.append(np.diff(found.score) != 0, True)[: len(found.score)]
    totals: FloatArray = found.values.cumsum(axis=0)
    return totals if last.all() else totals[last]


def _where_found(found: ClassOutcomes, counting: int) -> FloatArray:
    """The same where a detection adds anything but a false one: elsewhere precision falls at one recall."""
    assert found.values is not None
    values = found.values
    adding = np.flatnonzero((values[:, _FOUND] != 0) | (values[:, _RIGHT] != 0) | (values[:, counting] != 0))
    last = np.append(np.flatnonzero(np.diff(found.score)), len(found.score) - 1)
    # Of equal scores all stand together.
    ends = last[np.unique(np.searchsorted(last, adding))]
    totals = np.empty((len(ends), 4))
    until = np.searchsorted(adding, ends, side="right")
    for part in {_FOUND, _RIGHT, counting}:
        totals[:, part] = np.append(0.0, values[adding, part].cumsum())[until]
    totals[:, _FALSE] = _until(values[:, _FALSE], ends + 1)
    return totals


def _under_envelope(totals: FloatArray, truths: int, counting: int) -> FloatArray:
    """The areas of `_envelope_areas` [2] of one class."""
    recall = totals[:, _FOUND] / np.maximum(_all_of(totals, truths, counting), 1)
    counted = np.maximum(totals[:, _FOUND] + totals[:, _FALSE], 1)
    return _envelope_areas(totals[:, [_FOUND, _RIGHT]].T / counted, recall)
