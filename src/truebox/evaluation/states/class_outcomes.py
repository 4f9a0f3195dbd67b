"""The detections of each class by falling score, and what each is: for numbers that no table has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np

from truebox.evaluation.registry import protocol_of

if TYPE_CHECKING:
    from truebox.evaluation.states.state import MatchState
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int32Array, Int64Array, WordArray

__all__ = ["ClassOutcomes", "Measure", "OutcomeOrder", "RankedRows", "ranked_rows"]


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

    def at(self, threshold: int) -> ClassOutcomes:
        """The same at one threshold, without the detections that are neither true nor false there."""
        kept = self.hit[:, threshold] | self.false[:, threshold]
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


class RankedRows:
    """What does not depend on the area range: the rows up to a cap, by class and falling score.

    Parameters
    ----------
    state : MatchState
    ranked : int64 array
        Of all rows, as `ranked_rows` gives them.
    cap : int
        How many detections of an image and class count.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> state = evaluate([box], [box | {"scores": [0.5]}], mode="corrected").state
    >>> RankedRows(state, ranked_rows(state), 100).score.tolist()
    [0.5]
    """

    def __init__(self, state: MatchState, ranked: Int64Array, cap: int) -> None:
        within = state.rank[ranked] < cap
        order = ranked if within.all() else ranked[within]
        self.order, self.score, self.image, self.row = (
            order,
            state.score[order],
            state.image[order],
            state.row[order],
        )
        self.matched, self.ignored = state.matched[order], state.ignored[order]
        self.offsets: Int64Array = np.searchsorted(state.category[order], np.arange(len(state.truths) + 1))


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

    def __init__(
        self,
        state: MatchState,
        area_range: int,
        cap: int,
        thresholds: AnyArray,
        ranked: RankedRows | None = None,
    ) -> None:
        ranked = RankedRows(state, ranked_rows(state), cap) if ranked is None else ranked
        bits = area_range * len(state.parameters.iou_thresholds) + thresholds
        matched, counts = _bits(ranked.matched, bits), ~_bits(ranked.ignored, bits)
        self.score, self.image, self.row = ranked.score, ranked.image, ranked.row
        self.hit, self.false = matched & counts, ~matched & counts
        self.values = None if state.values is None else _of_range(state, area_range)[ranked.order]
        self.cells = state.cells
        self.offsets: Int64Array = ranked.offsets
        self._truths, self.images = state.truths[:, area_range], len(state.images)

    def as_it_is(self) -> list[ClassOutcomes]:
        """One entry per class."""
        return self._read(None, self._truths, self.images)

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


def ranked_rows(state: MatchState) -> Int64Array:
    """Rows by class and falling score; equal scores by their boxes, or the file, or image and rank."""
    order = np.empty(len(state), dtype=np.int64)
    offsets = state.category_offsets()
    settled = state.boxes is None and not protocol_of(state.parameters).ties_by_file
    kind: Literal["stable", "quicksort"] = "stable" if settled else "quicksort"
    for first, end in pairwise(offsets.tolist()):
        order[first:end] = first + np.argsort(-state.score[first:end], kind=kind)
    if settled:
        return order
    score, category = state.score[order], state.category[order]
    same = (score[1:] == score[:-1]) & (category[1:] == category[:-1])
    tied = np.zeros(len(order), dtype=bool)
    tied[1:] |= same
    tied[:-1] |= same
    rows = np.sort(order[tied])  # the few that something else decides between
    keys = (state.row[rows],) if state.boxes is None else tuple(state.boxes[rows].T[::-1])
    order[tied] = rows[np.lexsort((*keys, -state.score[rows], state.category[rows]))]
    return order


def _of_range(state: MatchState, area_range: int) -> AnyArray:
    """What a protocol keeps of each detection in one area range [N, V]."""
    assert state.values is not None
    ranges = len(state.parameters.area_ranges)
    width = state.values.shape[1] // ranges
    return state.values[:, area_range * width : (area_range + 1) * width]


def _bits(words: WordArray, bits: Int64Array) -> BoolArray:
    """The chosen bits of the words [N, B]."""
    if words.shape[1] == 1:
        found: BoolArray = words & (np.uint64(1) << bits.astype(np.uint64)) != 0
        return found
    columns = words[:, bits // 64] >> (bits % 64).astype(np.uint64)
    several: BoolArray = columns & np.uint64(1) != 0
    return several
