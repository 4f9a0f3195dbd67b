"""From aligned records to a match state: which rows count, in which order, and the native matching."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._frozen import dataclass
from truebox._moved import set_fields
from truebox._native import evaluation as native
from truebox._native import grouping
from truebox.evaluation.matching.outcome_columns import NarrowColumns, WideColumns
from truebox.evaluation.matching.policy import COCO_POLICY
from truebox.evaluation.matching.source import BoxSource, MatchQuestion
from truebox.evaluation.states.alignment import rows_by_cell
from truebox.evaluation.states.parameters import AREA_LIMIT
from truebox.evaluation.states.quirks import Quirk
from truebox.evaluation.states.state import MatchState

if TYPE_CHECKING:
    from truebox.evaluation.matching.policy import MatchingPolicy
    from truebox.evaluation.matching.source import OverlapSource
    from truebox.evaluation.states.alignment import Alignment
    from truebox.evaluation.states.parameters import CocoParameters
    from truebox.records import Ids, Predictions, Truth
    from truebox.typing import BoolArray, ByteArray, FloatArray, Int32Array, Int64Array, WordArray

__all__ = [
    "MatchTruths",
    "Matched",
    "effective_ranges",
    "effective_thresholds",
    "last_of_each_id",
    "match",
    "match_truths",
    "repeated_ids",
    "zero_ids",
]

_NO_CAP = 2**62
# Fewer take so little memory that nothing is won by making columns when they are read.
_NARROW_FROM = 1 << 18


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class Matched:
    """A match state and what was noticed on the way.

    Parameters
    ----------
    state : MatchState
    detections : int64 array [K]
        Rows per category, those beyond the cap included.
    truth_images : int64 array [K]
        Images that hold truths of the category.
    cut : int
        Detections beyond the largest cap.
    repeated : int
        Detections that repeat another of the same image and category: same score, same box.
    equal_overlaps, equal_scores : uint8 arrays [K]
        1 where a detection overlapped two truths equally, or where different boxes of one image and
        category had the same score: where the order of rows decides the matching.
    unsure_cells : uint8 array [rows of `state`]
        1 at the first row of each image and category where they are.
    columns : MatchTruths
    question : MatchQuestion or None
        What was asked of the native matching, where the caller wants to look into its cells.
    partners : int64 array or None
        The row of the truth that each row of the detections stands for in the area range that speaks for all,
        -1 where there is none: of a protocol that matches in a way of its own.
    uncapped : MatchState or None
        With the detections beyond the largest cap, where they were matched too and there are any.
    """

    state: MatchState
    detections: Int64Array
    truth_images: Int64Array
    cut: int
    repeated: int
    equal_overlaps: ByteArray
    equal_scores: ByteArray
    unsure_cells: ByteArray
    columns: MatchTruths
    question: MatchQuestion | None = None
    partners: Int64Array | None = None
    uncapped: MatchState | None = None


def match(
    truth: Truth,
    predictions: Predictions,
    alignment: Alignment,
    parameters: CocoParameters,
    *,
    mended: Quirk,
    threads: int,
    source: OverlapSource | None = None,
    policy: MatchingPolicy = COCO_POLICY,
    outside: WordArray | None = None,
    absent: WordArray | None = None,
    keep_question: bool = False,
    beyond_cap: bool = False,
) -> Matched:
    """Match every detection at every threshold and area range; see `MatchState` and `Case`.

    With `beyond_cap` detections beyond the largest cap are matched too: each takes what those before it, by
    score, have left, so that the outcome of those within the cap is the same.
    """
    source = source or BoxSource(predictions)
    columns = match_truths(
        truth, alignment, parameters, mended, source.uncounted, outside=outside, policy=policy
    )
    cap = parameters.max_detections[-1]
    cells = _grouped(
        alignment, columns, parameters, mended, threads=threads, cap=_NO_CAP if beyond_cap else cap
    )
    ties_by_content = Quirk.TIE_ORDER in mended
    scores = np.ascontiguousarray(predictions.scores, dtype=np.float64)
    classes = 1 if parameters.class_agnostic else len(alignment.categories)
    ranges = effective_ranges(parameters, mended)
    words = -(-len(parameters.iou_thresholds) * len(ranges) // 64)
    kept = cells.kept
    truths = np.empty((classes, len(ranges)), dtype=np.int64)
    boxes = np.ascontiguousarray(predictions.boxes, dtype=np.float64)
    equal_overlaps, equal_scores = np.empty(classes, dtype=np.uint8), np.empty(classes, dtype=np.uint8)
    unsure_cells = np.ones(kept, dtype=np.uint8)  # whoever marks them starts with none
    question = MatchQuestion(
        cells=cells,
        rows=columns.rows,
        detections=native.Detections(boxes, scores, absent),
        truths=columns.native(),
        thresholds=effective_thresholds(parameters, mended, policy),
        ranges=ranges,
        matching=policy.matching,
        mended=mended,
        half_open=Quirk.AREA_CLOSED in mended,
        ties_by_content=ties_by_content,
        class_agnostic=parameters.class_agnostic,
        threads=threads,
    )
    notes = (truths, equal_overlaps, equal_scores, unsure_cells)

    narrow = kept >= _NARROW_FROM and words == 1 and not keep_question and not beyond_cap
    found = NarrowColumns(cells, scores) if narrow else WideColumns(kept, words)
    repeated = source.match(question, native.Outcome(*found.wide(), *notes, found.narrow))
    if found.narrow is not None and found.narrow.full:
        found = WideColumns(kept, words)
        repeated = source.match(question, native.Outcome(*found.wide(), *notes))
    detections, truth_images = np.empty(classes, dtype=np.int64), np.empty(classes, dtype=np.int64)
    cells.count_rows(detections, truth_images)
    state = MatchState(
        parameters=parameters,
        mended=mended,
        images=alignment.images,
        categories=alignment.categories,
        truths=truths,
        boxes=found.boxes(boxes) if ties_by_content else None,
        **found.columns(),
    )
    uncapped = state if beyond_cap and bool((state.rank >= cap).any()) else None
    if uncapped is not None:
        unsure_cells = unsure_cells[state.rank < cap]
        state = _within(state, cap)
    return Matched(
        state=state,
        detections=detections,
        truth_images=truth_images,
        cut=cells.grouped - len(state),
        repeated=repeated,
        equal_overlaps=equal_overlaps,
        equal_scores=equal_scores,
        unsure_cells=unsure_cells,
        columns=columns,
        question=question if keep_question else None,
        uncapped=uncapped,
    )


def _within(state: MatchState, cap: int) -> MatchState:
    """The detections within the cap alone."""
    held = state.rank < cap
    return replace(
        state,
        score=state.score[held],
        category=state.category[held],
        image=state.image[held],
        row=state.row[held],
        rank=state.rank[held],
        matched=state.matched[held],
        ignored=state.ignored[held],
        boxes=None if state.boxes is None else state.boxes[held],
    )


def effective_thresholds(
    parameters: CocoParameters, mended: Quirk, policy: MatchingPolicy = COCO_POLICY
) -> FloatArray:
    """IoU thresholds as compared: the reference lowers 1 so that a perfect overlap always reaches it.

    What exceeds a threshold is what reaches the next number above it.
    """
    thresholds = parameters.iou_thresholds
    if Quirk.THRESHOLD_ONE not in mended:
        thresholds = np.minimum(thresholds, 1 - 1e-10)
    return np.nextafter(thresholds, np.inf) if policy.strict else thresholds


def effective_ranges(parameters: CocoParameters, mended: Quirk) -> FloatArray:
    """Area ranges [A, 2] as compared; mended, one that reaches the reference's limit has no end."""
    ranges = np.array(list(parameters.area_ranges.values()), dtype=np.float64).reshape(-1, 2)
    if Quirk.AREA_BOUND in mended:
        ranges[ranges[:, 1] >= AREA_LIMIT, 1] = np.inf
    return ranges


def repeated_ids(truth: Truth) -> int:
    """How many annotations share their id with an earlier one."""
    ids = truth.ids.values
    if len(ids) < 2 or bool((ids[1:] > ids[:-1]).all()):
        return 0
    return len(ids) - len(truth.ids.distinct())


def zero_ids(ids: Ids) -> BoolArray:
    """Where the reference reads an annotation id as 0: it stores ids as floats, and so texts too."""
    if ids.names is None:
        zero: BoolArray = ids.values == 0
        return zero
    named_zero = np.array([_reads_as_zero(name) for name in ids.names], dtype=bool)
    zero = named_zero[ids.values]
    return zero


def _reads_as_zero(text: str) -> bool:
    try:
        return float(text) == 0
    except ValueError:
        return False


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class MatchTruths:
    """The truths that matching sees, one entry per row taken: `rows` says which of the file.

    Bit ``a`` of `missed` is set where a truth that is not to be found still counts in area range ``a``.
    """

    boxes: FloatArray
    area: FloatArray
    crowd: ByteArray
    ignored: ByteArray
    unmarked: ByteArray
    rows: Int64Array
    image: Int32Array
    category: Int32Array
    outside: WordArray | None = None
    missed: WordArray | None = None

    def __setstate__(self, state: list[Any]) -> None:
        set_fields(self, state)

    def native(self) -> native.Truths:
        """The same for a native matching."""
        return native.Truths(self.boxes, self.area, self.crowd, self.ignored, self.unmarked, self.outside)

    def counting(self) -> MatchTruths:
        """As they are counted: those that are `missed` all the same count in their area ranges."""
        if self.missed is None:
            return self
        still = (self.ignored != 0) & (self.missed != 0)
        outside = np.zeros(len(still), np.uint64) if self.outside is None else self.outside
        return replace(
            self,
            ignored=np.where(still, np.uint8(0), self.ignored),
            outside=np.where(still, outside | ~self.missed, outside),
        )


def match_truths(
    truth: Truth,
    alignment: Alignment,
    parameters: CocoParameters,
    mended: Quirk,
    uncounted: ByteArray | None,
    *,
    outside: WordArray | None = None,
    policy: MatchingPolicy = COCO_POLICY,
) -> MatchTruths:
    """Truths as matching sees them: which rows, in which cell, and what makes them not count."""
    crowd = truth.crowd
    ignored = np.zeros_like(crowd) if policy.regions_count else crowd
    if Quirk.IGNORE_KEY in mended:
        ignored = ignored | truth.ignore
    if uncounted is not None:
        ignored = ignored | uncounted
    if Quirk.ID_ZERO in mended:
        unmarked = np.zeros(len(truth), dtype=np.uint8)
    else:
        unmarked = zero_ids(truth.ids).astype(np.uint8)
    rows: Int64Array | slice = slice(None)
    if Quirk.DUPLICATE_IDS not in mended and repeated_ids(truth):
        rows = last_of_each_id(truth, alignment, class_agnostic=parameters.class_agnostic)
    return MatchTruths(
        boxes=np.ascontiguousarray(truth.boxes[rows], dtype=np.float64),
        area=np.ascontiguousarray(truth.area[rows], dtype=np.float64),
        crowd=np.ascontiguousarray(crowd[rows], dtype=np.uint8),
        ignored=np.ascontiguousarray(ignored[rows], dtype=np.uint8),
        unmarked=np.ascontiguousarray(unmarked[rows]),
        rows=np.arange(len(truth))[rows].astype(np.int64),
        image=np.ascontiguousarray(alignment.true_image[rows]),
        category=np.ascontiguousarray(alignment.true_category[rows]),
        outside=None if outside is None else np.ascontiguousarray(outside[rows]),
    )


def last_of_each_id(truth: Truth, alignment: Alignment, *, class_agnostic: bool) -> Int64Array:
    """Rows as the reference loads them: places by image, each filled by the last row with that id.

    The reference selects annotations by their own image and category, keeps only their ids, and then
    looks every id up in a table that holds the last annotation of each (``getAnnIds``, ``loadAnns``).
    """
    ids = truth.ids.values
    distinct, inverse = np.unique(ids, return_inverse=True)
    last = np.empty(len(distinct), dtype=np.int64)
    last[inverse] = np.arange(len(ids))
    selected = alignment.true_image >= 0
    if alignment.selected_truths is not None:
        selected &= alignment.selected_truths
    if not class_agnostic:
        selected &= alignment.true_category >= 0
    places = np.flatnonzero(selected)
    places = places[np.argsort(alignment.true_image[places], kind="stable")]
    rows: Int64Array = last[inverse[places]]
    return rows


def _grouped(
    alignment: Alignment,
    columns: MatchTruths,
    parameters: CocoParameters,
    mended: Quirk,
    *,
    threads: int,
    cap: int,
) -> native.Cells:
    joined = None if parameters.class_agnostic else rows_by_cell(alignment)
    if joined is not None:
        return grouping.cells_of_joined(joined, columns.image, columns.category, cap, threads)
    predicted_category, true_category = alignment.predicted_category, columns.category
    classes = len(alignment.categories)
    if parameters.class_agnostic and Quirk.CLASS_ORDER in mended:
        predicted_category, true_category = np.minimum(predicted_category, 0), np.minimum(true_category, 0)
        classes = min(classes, 1)
    return native.group_cells(
        alignment.predicted_image,
        predicted_category,
        columns.image,
        true_category,
        len(alignment.images),
        classes,
        parameters.class_agnostic,
        cap,
        threads,
    )
