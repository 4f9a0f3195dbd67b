"""The area under a line from the last detection to recall 1 and precision 0, as YOLOv5 closes its curves."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds

if TYPE_CHECKING:
    from truebox.evaluation.states.state import MatchState
    from truebox.typing import AnyArray, BoolArray, FloatArray

__all__ = ["ClosingLine", "closing_area"]

_GRID = np.linspace(0, 1, 101)
_WEIGHTS = np.concatenate([[0.5], np.ones(99), [0.5]]) / 100
_BEYOND = np.append(np.cumsum((_WEIGHTS * (1 - _GRID))[::-1])[::-1], 0.0)
"""Under the line from recall 0: what the points from each on add to the trapezoidal rule."""


def closing_area(recall: AnyArray, hits: AnyArray, false: AnyArray) -> FloatArray:
    """What the line adds to AP, at the 101 points at which precision is read.

    Parameters
    ----------
    recall : array
        That is reached.
    hits, false : arrays of the same shape
        True and false positives, of all detections.

    Examples
    --------
    Half of the truths, and nothing false: a triangle of half the width.

    >>> round(float(closing_area(np.array(0.5), np.array(1.0), np.array(0.0))), 4)
    0.255
    """
    detections = hits + false
    precision = np.divide(hits, detections, out=np.zeros(np.shape(hits)), where=detections > 0)
    first = np.searchsorted(_GRID, recall, side="left")
    missed = np.where(recall < 1, 1 - recall, 1.0)
    area: FloatArray = np.where(recall < 1, precision * _BEYOND[first] / missed, 0.0)
    return area


class ClosingLine:
    """The detections of a state, counted so that each class's line can be drawn, as it is or weighed.

    Parameters
    ----------
    state : MatchState
    area_range, cap : int
        Place of the range, and how many detections of an image and class count.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> truth = [{"boxes": [[0, 0, 9, 9], [50, 50, 60, 60]], "labels": ["cat", "cat"]}]
    >>> found = [{"boxes": [[0, 0, 9, 9]], "labels": ["cat"], "scores": [0.9]}]
    >>> state = evaluate(truth, found, iou_thresholds=[0.5], mode="corrected").state
    >>> ClosingLine(state, 0, 100).areas(np.array([[0.5]])).round(4).tolist()
    [[0.255]]
    """

    @refuses_other_kinds
    def __init__(self, state: MatchState, area_range: int, cap: int) -> None:
        self._count = len(state.parameters.iou_thresholds)
        self._bits = area_range * self._count + np.arange(self._count)
        self._neither = ~(state.matched | state.ignored)
        self._within: BoolArray = state.rank < cap
        self._image, self._images = state.image, len(state.images)
        self._offsets = state.category_offsets()
        self._parts = list(pairwise(self._offsets.tolist()))
        self._truths = state.truths[:, area_range]

    @property
    def false(self) -> BoolArray:
        """Where a detection within the cap is a false positive at each threshold [N, T]."""
        return self._false_among(np.arange(len(self._within)))

    def _false_among(self, rows: AnyArray) -> BoolArray:
        columns = self._neither[rows[:, None], self._bits // 64] >> (self._bits % 64).astype(np.uint64)
        found: BoolArray = (columns & np.uint64(1) != 0) & self._within[rows, None]
        return found

    @refuses_other_kinds
    def areas(self, recall: FloatArray) -> FloatArray:
        """What the line adds to AP of every class and threshold [K, T], from the recall reached [K, T]."""
        # Most detections are false at every threshold: only the others are looked at one by one.
        everywhere = self._within.copy()
        for word in np.unique(self._bits // 64).tolist():
            inside = self._bits[self._bits // 64 == word] % 64
            mask = np.bitwise_or.reduce(np.uint64(1) << inside.astype(np.uint64))
            everywhere &= self._neither[:, word] & mask == mask
        rows = np.flatnonzero(~everywhere)
        false, places = self._false_among(rows), np.searchsorted(rows, self._offsets)
        others = [np.count_nonzero(false[a:b], axis=0) for a, b in pairwise(places.tolist())]
        counts = np.array(others, dtype=np.float64).reshape(len(self._parts), self._count)
        counts += (np.diff(self._offsets) - np.diff(places))[:, None]
        return closing_area(recall, np.round(recall * np.maximum(self._truths[:, None], 0)), counts)

    @refuses_other_kinds
    def weighed(self, weights: AnyArray, truths: AnyArray, recall: FloatArray) -> FloatArray:
        """The same [R, K, T] where images stand `weights` [R, images] times, with so many truths [R, K]."""
        return self.areas_of(truths, recall, self.counted(weights))

    @refuses_other_kinds
    def areas_of(self, truths: AnyArray, recall: FloatArray, counts: FloatArray) -> FloatArray:
        """The same of false positives as `counted`."""
        return closing_area(recall, np.round(recall * truths[..., None]), counts)

    def counted(self, weights: AnyArray) -> FloatArray:
        """False positives [R, K, T] where images stand `weights` [R, images] times."""
        real = weights.astype(np.float32)  # counts below 2**24
        counts = np.empty((len(weights), len(self._parts), self._count))
        for k, (images, false) in enumerate(self._by_image):
            # Most images have most of the usual classes, and few have one of a thousand.
            counts[:, k] = real[:, images] @ false
        return counts

    @cached_property
    def _by_image(self) -> list[tuple[AnyArray | slice, AnyArray]]:
        """Of each class the images that have detections, and how many false positives they hold [I, T]."""
        found: list[tuple[AnyArray | slice, AnyArray]] = []
        for first, end in self._parts:
            images = np.unique(self._image[first:end])
            many = 4 * len(images) > self._images
            size = self._images if many else len(images)
            place = self._image[first:end] if many else np.searchsorted(images, self._image[first:end])
            false = self._false_among(np.arange(first, end)).T
            heads = np.stack([np.bincount(place[each], minlength=size) for each in false], axis=1)
            found.append((slice(None) if many else images, heads.astype(np.float32)))
        return found
