"""The detections of each class by falling score, and what each is: for numbers that no table has."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._named import NamedTuple
from truebox._native import evaluation as native
from truebox._native.threads import thread_count
from truebox.evaluation.registry import protocol_of
from truebox.evaluation.states.drawn_outcomes import running_total

if TYPE_CHECKING:
    from truebox.evaluation.states.state import MatchState
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int32Array, Int64Array, WordArray

__all__ = ["ClassOutcomes", "Measure", "OutcomeOrder", "RankedRows", "ReadingMeasure"]


class ClassOutcomes(NamedTuple):
    """One class: its detections by falling score, equal scores as the protocol orders them.

    Parameters
    ----------
    score : array [N]
    image : int32 array [N]
        Index into the images of the match state.
    row : int64 array [N]
        Row in the file of the detections.
    hit, false : bool arrays [N, T]
        True and false positives at each threshold; what is neither was left out.
    truths, images : int
        Truths that count, and all images of the evaluation.
    values : array [N, V] or None
        What the protocol keeps of each detection in the area range: see `MatchState`.
    cells : array [C, V] or None
        What it keeps of each image that holds anything of the class.

    Examples
    --------
    >>> one = ClassOutcomes(
    ...     score=np.array([0.9, 0.4]), image=np.zeros(2, np.int32), row=np.arange(2), truths=2, images=1,
    ...     hit=np.array([[True], [False]]), false=np.array([[False], [True]]))
    >>> one.at(0).precision().tolist()
    [1.0, 0.5]
    """

    score: FloatArray
    image: Int32Array
    row: Int64Array
    hit: BoolArray
    false: BoolArray
    truths: int
    images: int
    values: FloatArray | None = None
    cells: FloatArray | None = None

    @refuses_other_kinds
    def at(self, threshold: int) -> ClassOutcomes:
        """The same at one threshold, without the detections that are neither true nor false there."""
        counted = self.hit[:, threshold] | self.false[:, threshold]
        kept = slice(None) if counted.all() else counted
        return ClassOutcomes(
            score=self.score[kept],
            image=self.image[kept],
            row=self.row[kept],
            hit=self.hit[kept, threshold, None],
            false=self.false[kept, threshold, None],
            truths=self.truths,
            images=self.images,
            values=None if self.values is None else self.values[kept],
            cells=self.cells,
        )

    def recall(self) -> FloatArray:
        """Of the first threshold, after each detection [N]."""
        found: FloatArray = np.cumsum(self.hit[:, 0]) / self.truths
        return found

    def precision(self) -> FloatArray:
        """Of the first threshold, after each detection [N], all of which are true or false."""
        found: FloatArray = np.cumsum(self.hit[:, 0]) / np.arange(1, len(self.score) + 1)
        return found


Measure: TypeAlias = Callable[[Sequence[ClassOutcomes]], "FloatArray"]
"""From the outcomes of all classes to a value for each [K], or to several [K, P]; NaN where undefined."""


@runtime_checkable
class ReadingMeasure(Protocol):
    """A measure in two steps, of which several measures of the same outcomes share the first.

    Examples
    --------
    >>> isinstance(len, ReadingMeasure)
    False
    """

    @property
    def reads(self) -> Hashable:
        """Equal where the first step is the same."""

    def read(self, classes: Sequence[ClassOutcomes]) -> Any:
        """The first step: what is read of the outcomes."""

    def of_read(self, read: Any) -> FloatArray:
        """The second: the value of what was read."""

    def __call__(self, classes: Sequence[ClassOutcomes]) -> FloatArray:
        """Both steps."""


class RankedRows:
    """What does not depend on the area range: the rows up to a cap, by class and falling score.

    Equal scores stand by their boxes, or as in the file, or by image and rank: as accumulation orders them.

    Parameters
    ----------
    state : MatchState
    cap : int
        How many detections of an image and class count.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> state = evaluate([box], [box | {"scores": [0.5]}], mode="corrected").state
    >>> RankedRows(state, 100).score.tolist()
    [0.5]
    """

    def __init__(self, state: MatchState, cap: int) -> None:
        offsets = state.category_offsets()
        within = state.rank < cap
        self.offsets: Int64Array = offsets if within.all() else running_total(within)[offsets]
        count, words = int(self.offsets[-1]), state.matched.shape[1]
        self.order: Int64Array = np.empty(count, dtype=np.int64)
        self.score, self.row = np.empty(count), np.empty(count, dtype=np.int64)
        self.image: Int32Array = np.empty(count, dtype=np.int32)
        self.matched: WordArray = np.empty((count, words), dtype=np.uint64)
        self.ignored: WordArray = np.empty((count, words), dtype=np.uint64)
        native.rank_rows(
            native.OutcomeRows(
                state.score,
                offsets,
                state.rank,
                state.matched,
                state.ignored,
                state.boxes,
                state.row if protocol_of(state.parameters).ties_by_file else None,
                state.truths,
            ),
            state.image,
            state.row,
            cap,
            native.RankedRows(
                self.offsets, self.order, self.score, self.image, self.row, self.matched, self.ignored
            ),
            thread_count(None),
        )
        self._blocks: dict[int, FloatArray] = {}

    def values_of(self, state: MatchState, area_range: int) -> FloatArray:
        """What a protocol keeps of each row in one area range [N, V]; ranges of one block have one array."""
        assert state.values is not None
        ranges = len(state.parameters.area_ranges)
        if state.values.ndim == 2:
            width = state.values.shape[1] // ranges
            return state.values[:, area_range * width : (area_range + 1) * width][self.order]
        block = area_range * state.values.shape[1] // ranges
        if block not in self._blocks:
            self._blocks[block] = state.values[:, block].take(self.order, axis=0)
        return self._blocks[block]


class OutcomeOrder:
    """The rows of a state in one area range at one cap, ordered once, and read as they are or weighed.

    Parameters
    ----------
    state : MatchState
    area_range, cap : int
        Place of the range, and how many detections of an image and class count.
    thresholds : int array
        Places of the thresholds.
    ranked : RankedRows, optional
        Those of the state up to the cap, where they are known: other ranges have the same.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> state = evaluate([box], [box | {"scores": [0.5]}], mode="corrected").state
    >>> [each.score.tolist() for each in OutcomeOrder(state, 0, 100, np.array([0])).as_it_is()]
    [[0.5]]
    """

    @refuses_other_kinds
    def __init__(
        self,
        state: MatchState,
        area_range: int,
        cap: int,
        thresholds: AnyArray,
        ranked: RankedRows | None = None,
    ) -> None:
        ranked = RankedRows(state, cap) if ranked is None else ranked
        bits = area_range * len(state.parameters.iou_thresholds) + thresholds
        matched, counts = _bits(ranked.matched, bits), ~_bits(ranked.ignored, bits)
        self.score, self.image, self.row = ranked.score, ranked.image, ranked.row
        self.hit, self.false = matched & counts, ~matched & counts
        self.values = None if state.values is None else ranked.values_of(state, area_range)
        self.cells = state.cells
        self.offsets: Int64Array = ranked.offsets
        self._truths, self.images = state.truths[:, area_range], len(state.images)

    def as_it_is(self) -> list[ClassOutcomes]:
        """One entry per class."""
        return self._read(None, self._truths, self.images)

    @refuses_other_kinds
    def weighed(self, weights: AnyArray, truths: AnyArray) -> list[ClassOutcomes]:
        """The same where each image stands `weights` [images] times, and with so many truths [K]."""
        return self._read(weights, truths, int(weights.sum()))

    def _read(self, weights: AnyArray | None, truths: AnyArray, images: int) -> list[ClassOutcomes]:
        found = []
        for k in range(len(self.offsets) - 1):
            rows: slice | AnyArray = slice(self.offsets[k], self.offsets[k + 1])
            if weights is not None:
                each = np.arange(self.offsets[k], self.offsets[k + 1])
                rows = np.repeat(each, weights[self.image[each]])
            found.append(
                ClassOutcomes(
                    score=self.score[rows],
                    image=self.image[rows],
                    row=self.row[rows],
                    hit=self.hit[rows],
                    false=self.false[rows],
                    truths=int(truths[k]),
                    images=images,
                    values=None if self.values is None else self.values[rows],
                    cells=self._cells(k, weights),
                )
            )
        return found

    def _cells(self, category: int, weights: AnyArray | None) -> FloatArray | None:
        if self.cells is None:
            return None
        image, values = self.cells.of(category)
        return values if weights is None else np.repeat(values, weights[image], axis=0)


def _bits(words: WordArray, bits: Int64Array) -> BoolArray:
    """The chosen bits of the words [N, B]."""
    if words.shape[1] == 1:
        found: BoolArray = words & (np.uint64(1) << bits.astype(np.uint64)) != 0
        return found
    columns = words[:, bits // 64] >> (bits % 64).astype(np.uint64)
    several: BoolArray = columns & np.uint64(1) != 0
    return several
