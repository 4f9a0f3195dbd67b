"""What nuScenes reads of its curves under weights of the samples."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.driving.centers.curve_reading import (
    LEAST_PRECISION,
    NEAR,
    RECALLS,
    first_place,
    score_of_all,
)
from truebox.evaluation.states.drawn_outcomes import running_total
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.protocols.driving.centers.measures import CenterMeasure
    from truebox.evaluation.states.class_outcomes import OutcomeOrder
    from truebox.typing import AnyArray, FloatArray

__all__ = ["DrawnCenters"]


class DrawnCenters:
    """`CenterMeasure` of draws: every hit is looked up, and nothing else is touched but to be counted.

    Parameters
    ----------
    measure : CenterMeasure
    order : OutcomeOrder
        With the errors of each detection as its values.
    """

    def __init__(self, measure: CenterMeasure, order: OutcomeOrder) -> None:
        self._measure, self._offsets = measure, order.offsets
        rows = np.arange(len(order.score))
        if Quirk.TIE_ORDER not in measure.mended:
            category = np.repeat(np.arange(len(order.offsets) - 1), np.diff(order.offsets))
            rows = np.lexsort((-order.row, -order.score, category))
        self._score = order.score[rows]
        self._image = order.image[rows].astype(np.intp)
        hit = order.hit[rows]
        self._hits = [np.flatnonzero(column) for column in hit.T]
        self._parts = [np.searchsorted(each, order.offsets) for each in self._hits]
        self._images = [self._image[each] for each in self._hits]
        self._values = None
        if order.values is not None and measure.place < hit.shape[1]:
            values = order.values[rows][self._hits[measure.place]].T
            known = ~np.isnan(values)
            self._values = np.concatenate([np.where(known, values, 0.0), known])

    def __call__(self, weights: AnyArray, truths: AnyArray) -> AnyArray:
        measure, distances = self._measure, len(self._hits)
        stand = running_total(weights.take(self._image))
        count = np.maximum(truths, 1)[:, None]
        values = np.full((len(truths), 2 + distances + 5), np.nan)
        for t, (rows, parts, images) in enumerate(zip(self._hits, self._parts, self._images, strict=True)):
            hits = running_total(weights.take(images))
            found = _DrawnHits((rows, parts), hits, stand, self._offsets, count)
            values[:, 1 + t] = self._precision(found)
            if t == measure.place and self._values is not None:
                values[:, 1 + distances : -1] = self._errors(found, self._values)
        values[:, 0] = values[:, 1 : 1 + distances].mean(axis=1)
        absent = truths == 0
        values[absent] = np.nan
        if Quirk.ABSENT_CLASS not in measure.mended:
            values[absent, : 1 + distances], values[absent, 1 + distances : -1] = 0.0, 1.0
        for k, without in enumerate((measure.without or ())[: len(truths)]):
            values[k, values.shape[1] - 1 - without : -1] = np.nan
        known = values[~np.isnan(values[:, 0])]
        if measure.without is not None and len(known):
            values[:, -1] = score_of_all(known[:, 0], values[:, 1 + distances : -1])
        return values

    def _precision(self, found: _DrawnHits) -> FloatArray:
        low = np.divide(found.hits, found.behind, out=np.ones(found.hits.shape), where=found.behind > 0)
        high = (found.hits + 1) / np.maximum(found.behind + 1, 1)
        last = found.total / np.maximum(found.detections, 1)
        precision = np.where(found.at_end, last, found.between(low, high))
        above = np.maximum(precision[:, first_place(self._measure.mended) :] - LEAST_PRECISION, 0)
        read: FloatArray = np.ascontiguousarray(above).mean(axis=1) / (1.0 - LEAST_PRECISION)
        return np.where(found.total[:, 0] > 0, read, 0.0)

    def _errors(self, found: _DrawnHits, values: FloatArray) -> FloatArray:
        """The five of each class [K, 5]."""
        mended = self._measure.mended
        first, means = first_place(mended), _Means(found, values)
        if Quirk.SCORE_STEPS in mended:
            reached = found.total / found.truths >= RECALLS - NEAR
            needed = np.ceil(RECALLS * found.truths - NEAR).astype(np.int64)
            sampled = means.at(np.clip(needed, 1, np.maximum(found.total, 1)))
            last = reached.sum(axis=1) - 1
        else:
            cuts = self._cuts(found)
            last = np.where(cuts != 0, np.arange(cuts.shape[1]), 0).max(axis=1)
            sampled = means.at_scores(cuts, self._score[found.rows])
        whole = means.at(np.maximum(found.total, 1))[..., 0]
        errors = np.ones((len(last), 5))
        for k in np.flatnonzero(found.total[:, 0]).tolist():
            if last[k] >= first:
                errors[k] = sampled[:, k, first : last[k] + 1].mean(axis=1)
            elif Quirk.LOW_RECALL in mended:
                errors[k] = whole[:, k]
        return errors

    def _cuts(self, found: _DrawnHits) -> FloatArray:
        """The score at each recall [K, 101], in a line between detections; 0 beyond."""
        cuts = found.between(self._score[found.last], self._score[found.next])
        return np.where(found.at_end, self._score[found.very_last], cuts)


class _DrawnHits:
    """Of each class at each recall [K, 101] how many objects are found, and what stands before the next.

    `of_classes` are the hits of all classes, and where each class begins among them; `before` is how many
    drawn ones stand before each.
    """

    def __init__(
        self,
        of_classes: tuple[AnyArray, AnyArray],
        before: AnyArray,
        stand: AnyArray,
        offsets: AnyArray,
        truths: AnyArray,
    ) -> None:
        first, end = offsets[:-1, None], offsets[1:, None]
        rows, parts = of_classes
        self.rows, self.parts, self.before, self.truths = rows, parts, before, truths
        self.base = before[parts[:-1], None]
        self.total = before[parts[1:], None] - self.base
        self.detections = stand[end] - stand[first]
        self.hits = np.minimum(_within(truths), self.total)
        reached = self.total / truths
        self.beyond, self.at_end = reached < RECALLS, reached == RECALLS
        place = self.row_of(np.minimum(self.hits + 1, self.total))
        self.next = rows[place] if len(rows) else np.zeros(place.shape, dtype=np.intp)
        copies = self.base + self.hits - before[place]
        self.behind = stand[self.next] - stand[first] + copies
        """Detections before the next hit."""
        earlier = np.searchsorted(stand, stand[self.next], side="left") - 1
        self.last = np.where((copies > 0) | (self.behind <= 0), self.next, earlier)
        """The detection before the next hit, which may be another of the same; the first is its own."""
        self.very_last = np.maximum(np.searchsorted(stand, stand[end], side="left") - 1, 0)

    def row_of(self, numbers: AnyArray) -> AnyArray:
        """Which of the hits is the first, the second ... that was drawn of its class [K, N]."""
        places = np.searchsorted(self.before[1:], self.base + numbers - 1, side="right")
        return np.clip(places, 0, max(len(self.rows) - 1, 0))

    def between(self, low: AnyArray, high: AnyArray) -> FloatArray:
        """At each recall in a line from the last detection before the next hit to that hit; 0 beyond."""
        begin = self.hits / self.truths
        slope = (high - low) / ((self.hits + 1) / self.truths - begin)
        line = np.where(begin == RECALLS, low, slope * (RECALLS - begin) + low)
        found: FloatArray = np.where(self.beyond, 0.0, np.where(self.behind <= 0, high, line))
        return found


def _within(truths: AnyArray) -> AnyArray:
    """The most objects whose share is at most each recall [K, 101]."""
    near = np.floor(RECALLS * truths) + 1
    found = near
    for _ in range(2):
        found = np.where(found / truths <= RECALLS, found, found - 1)
    return found.astype(np.int64)


class _Means:
    """Running means of the errors of each class's hits, of those that are known."""

    def __init__(self, found: _DrawnHits, values: FloatArray) -> None:
        """`values` [10, hits] are those of each hit, 0 where unknown, and whether they are known."""
        self._found, self._values = found, values
        added = values * np.diff(found.before)
        self._sums = np.zeros(values.shape)  # before each hit, of its class
        self._all = np.zeros((len(values), len(found.total)))
        for k, (first, end) in enumerate(pairwise(found.parts.tolist())):
            if end > first:
                sums = np.cumsum(added[:, first:end], axis=1)
                self._sums[:, first + 1 : end], self._all[:, k] = sums[:, :-1], sums[:, -1]

    def at(self, numbers: AnyArray) -> FloatArray:
        """After so many hits of each class [5, K, N]; 1 where nothing is known of any."""
        found = self._found
        if not len(found.rows):
            return np.ones((5, *numbers.shape))
        row = found.row_of(numbers)
        copies = found.base + numbers - found.before[row]
        held = self._sums.take(row, axis=1) + copies * self._values.take(row, axis=1)
        total, count = held[:5], held[5:]
        means = np.divide(total, count, out=np.zeros(total.shape), where=count != 0)
        return np.where(self._all[5:, :, None] == 0, 1.0, means)

    def at_scores(self, cuts: FloatArray, score: FloatArray) -> FloatArray:
        """At each score [5, K, N], in a line between hits; of `score` the falling ones of the hits."""
        found = self._found
        if not len(score):
            return np.ones((5, *cuts.shape))
        falling = -score
        higher = [
            first + np.searchsorted(falling[first:end], -cut, side="left")
            for cut, (first, end) in zip(cuts, pairwise(found.parts.tolist()), strict=True)
        ]
        above = found.before[np.stack(higher)] - found.base  # hits with higher scores
        low, high = np.minimum(above + 1, found.total), np.maximum(above, 1)
        end, begin = self.at(low), self.at(high)
        low_score, high_score = score[found.row_of(low)], score[found.row_of(high)]
        with np.errstate(divide="ignore", invalid="ignore"):
            line = (begin - end) / (high_score - low_score) * (cuts - low_score) + end
        plain = (above == found.total) | (above == 0) | (cuts == low_score)
        return np.where(plain, end, line)
