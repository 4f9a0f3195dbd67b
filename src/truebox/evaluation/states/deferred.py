"""Tables of very many classes, made place by place when they are read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from truebox.evaluation.states.accumulation import Curves, accumulate
from truebox.evaluation.states.narrow import changed

if TYPE_CHECKING:
    from typing import Any

    from truebox.evaluation.states.state import MatchState
    from truebox.typing import ByteArray, FloatArray, Int64Array, WordArray

__all__ = ["LARGEST_TABLE", "AnyCurves", "DeferredCurves", "state_at", "table_size", "tables_of_state"]

# Those of COCO, LVIS and Objects365 are made whole: 8, 117 and 35 MB.
LARGEST_TABLE = 256 << 20
"""Bytes; larger ones are made place by place."""


class DeferredCurves:
    """As `Curves`, but precision is made when it is read, of one area range and cap.

    With 100,000 classes the whole table takes 10 GB, nearly all of it -1: most classes have no truth, and
    nobody reads most of its places. Classes without truth take no room here.

    Parameters
    ----------
    state : MatchState
    threads : int or None
        As in `truebox.evaluate`.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> curves = DeferredCurves(evaluate([box], [box | {"scores": [0.5]}], mode="corrected").state)
    >>> curves.of_classes(np.array([0]), 0, np.array([2])).shape
    (1, 10, 101, 1)
    >>> curves.precision.shape, float(curves.recall[0, 0, 0, 2])
    ((10, 101, 1, 4, 3), 1.0)
    """

    def __init__(self, state: MatchState, *, threads: int | None = None) -> None:
        self._state, self._threads = state, threads
        # Without recall thresholds there is no table of precision; the rest is small.
        parameters = replace(state.parameters, recall_thresholds=np.empty(0))
        found = accumulate(changed(state, parameters=parameters), with_scores=False, threads=threads)
        self.recall: FloatArray = found.recall
        self.area: FloatArray | None = found.area
        self.ties: ByteArray = found.ties
        self.measured: dict[Any, Any] = {}
        self._place: tuple[int, int] | None = None
        self._classes: Int64Array = np.empty(0, dtype=np.int64)
        self._table: FloatArray = np.empty(0)

    def bare(self) -> DeferredCurves:
        """Without what only the making of a result asks for."""
        self.measured, self._place, self._table = {}, None, np.empty(0)
        return self

    @property
    def precision(self) -> FloatArray:
        """The whole table [T, R, K, A, M], made anew each time it is asked for."""
        return accumulate(self._state, with_scores=False, threads=self._threads).precision

    @property
    def more_precision(self) -> FloatArray:
        """At no further recall thresholds: [T, 0, K, A, M]."""
        thresholds, classes, ranges, caps = self.recall.shape
        return np.empty((thresholds, 0, classes, ranges, caps))

    @property
    def averaged(self) -> FloatArray:
        """As `Curves.averaged`."""
        return self.precision if self.area is None else self.area[:, None]

    def of_classes(self, classes: Int64Array, a: int, caps: Int64Array) -> FloatArray:
        """As `Curves.of_classes`."""
        if self.area is not None:
            return np.ascontiguousarray(np.moveaxis(self.area[:, None, classes, a][..., caps], 2, 0))
        if len(caps) == 1:
            return self._rows(classes, a, int(caps[0]))[..., None]
        return np.stack([self._rows(classes, a, int(cap)) for cap in caps], axis=-1)

    def _rows(self, classes: Int64Array, a: int, cap: int) -> FloatArray:
        """Precision of some classes [len(classes), T, R]; the last place that was read is kept."""
        if self._place != (a, cap):
            self._table = np.empty(0)  # its memory is wanted
            self._classes = np.flatnonzero(self._state.truths[:, a] > 0)
            there = state_at(self._state, a, cap, self._classes)
            made = accumulate(there, with_scores=False, threads=self._threads).precision
            self._table = np.ascontiguousarray(made[..., 0, 0].transpose(2, 0, 1))
            self._place = (a, cap)
        if np.array_equal(classes, self._classes):
            return self._table
        rows = np.full((len(classes), *self._table.shape[1:]), -1.0)
        held = self._state.truths[classes, a] > 0
        rows[held] = self._table[np.searchsorted(self._classes, classes[held])]
        return rows


AnyCurves: TypeAlias = Curves | DeferredCurves


def table_size(state: MatchState) -> int:
    """Bytes of the whole table of precision.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> table_size(evaluate([box], [box | {"scores": [0.5]}], mode="corrected").state) == 10 * 101 * 4 * 3 * 8
    True
    """
    parameters = state.parameters
    places = (
        len(parameters.iou_thresholds) * len(parameters.recall_thresholds) * len(parameters.max_detections)
    )
    return places * state.truths.size * 8


def tables_of_state(
    state: MatchState, *, more_recalls: FloatArray | None = None, threads: int | None = None
) -> AnyCurves:
    """`accumulate` without scores, or where its table would be very large, what makes its places when read.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> type(tables_of_state(evaluate([box], [box | {"scores": [0.5]}], mode="corrected").state)).__name__
    'Curves'
    """
    if table_size(state) > LARGEST_TABLE:
        return DeferredCurves(state, threads=threads)
    return accumulate(state, with_scores=False, more_recalls=more_recalls, threads=threads)


def state_at(state: MatchState, a: int, cap: int, classes: Int64Array) -> MatchState:
    """Some classes of a state, numbered from 0, in one area range and at one cap (places, not values).

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> boxes = {"boxes": [[0, 0, 9, 9], [0, 0, 50, 50]], "labels": ["cat", "dog"]}
    >>> state = evaluate([boxes], [boxes | {"scores": [0.5, 0.4]}], mode="corrected").state
    >>> dogs = state_at(state, 2, 2, np.array([1]))
    >>> dogs.score.tolist(), dogs.truths.tolist()
    ([0.4], [[1]])
    """
    parameters, count = state.parameters, len(state.parameters.iou_thresholds)
    label, part = list(parameters.area_ranges)[a], state.of_classes(classes)
    return changed(
        part,
        parameters=replace(
            parameters,
            area_ranges={label: parameters.area_ranges[label]},
            max_detections=(parameters.max_detections[cap],),
        ),
        matched=_bits(part.matched, a * count, count),
        ignored=_bits(part.ignored, a * count, count),
        truths=np.ascontiguousarray(part.truths[:, a, None]),
        values=None,
        cells=None,
    )


def _bits(words: WordArray, first: int, count: int) -> WordArray:
    """Some bits of each row, moved to the front [N, ceil(count / 64)]."""
    moved: WordArray = np.empty((len(words), -(-count // 64)), dtype=np.uint64)
    shift = np.uint64(first % 64)
    for place in range(moved.shape[1]):
        source, bits = first // 64 + place, min(64, count - 64 * place)
        moved[:, place] = words[:, source] >> shift
        if shift and source + 1 < words.shape[1]:
            moved[:, place] |= words[:, source + 1] << (np.uint64(64) - shift)
        moved[:, place] &= np.uint64(2**bits - 1)
    return moved
