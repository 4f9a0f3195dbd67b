"""From a result to its match table: overlaps once, partners natively."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from truebox._native import evaluation as native
from truebox._native.threads import thread_count
from truebox.evaluation.matches.rows import BoxesLater, OverlapPairs, TruthMatches
from truebox.evaluation.matches.strong import StrongPairs, strong_pairs_of
from truebox.evaluation.matches.table import MatchTable, ignored_at
from truebox.evaluation.matching.matching import effective_ranges, effective_thresholds
from truebox.evaluation.matching.policy import Matching
from truebox.evaluation.matching.source import PairQuestion
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.matches.ground import MatchGround
    from truebox.evaluation.matching.matching import MatchTruths
    from truebox.evaluation.matching.policy import MatchingPolicy
    from truebox.evaluation.result import Result
    from truebox.evaluation.states.state import MatchState
    from truebox.typing import BoolArray, ByteArray, FloatArray, Int32Array, Int64Array

    _Best: TypeAlias = "tuple[FloatArray, Int32Array]"

__all__ = ["make_match_table", "make_strong_pairs"]


def make_match_table(result: Result, ground: MatchGround) -> MatchTable:
    """Find all overlaps of the result's detections and truths, and who was matched with whom."""
    state = result.state
    sides = _sides(ground, state, own=True)
    truths, uncounted = sides.truths, sides.uncounted
    pairs = _pairs(result, ground, sides)
    asked = _present(pairs, ground, state)
    own, other, ignored, of_truth, matched_truth, matched_detection = _partners(
        ground, _thresholds(state, ground.policy), (state.category, state.image, asked), sides
    )
    if ground.partners is not None:
        _as_settled(ground.partners, state, truths, matched_truth, matched_detection)
        if _are_points(result, state):
            pairs = _held(matched_truth[:, 0])
            own = (matched_truth[:, 0] >= 0).astype(np.float64), matched_truth[:, 0].copy()
    return MatchTable(
        detections=BoxesLater.made(
            result.predictions.boxes,
            image=state.image,
            category=state.category,
            row=state.row,
            score=state.score,
            own_overlap=own[0],
            own_truth=own[1],
            other_overlap=other[0],
            other_truth=other[1],
            ignored_overlap=ignored[0],
            ignored_truth=ignored[1],
            matched_truth=matched_truth,
        ),
        truths=TruthMatches(
            image=truths.image,
            category=truths.category,
            row=truths.rows,
            boxes=truths.boxes,
            area=truths.area,
            crowd=truths.crowd != 0,
            ignored=uncounted,
            best_overlap=of_truth[0],
            best_detection=of_truth[1],
            matched_detection=matched_detection,
            found=matched_detection[:, int(state.parameters.iou_thresholds.argmin())] >= 0,
        ),
        pairs=pairs,
        state=state,
        category_names=ground.category_names,
    )


def make_strong_pairs(result: Result, ground: MatchGround, least: float) -> StrongPairs:
    """Find the overlaps from `least` up, and of the rest of a match table only what goes with them."""
    if ground.absent is not None or ground.partners is not None:
        return strong_pairs_of(ground.table(result))
    state = result.state
    strictest = int(state.parameters.iou_thresholds.argmax())
    threshold = _thresholds(state, ground.policy)[[strictest]]
    sides = _sides(ground, state, own=False)
    pairs = _pairs(result, ground, sides, least=min(least, float(threshold[0])))
    excused = ignored_at(state, strictest)
    rows = native.rows_of_marked_cells(state.category, state.image, excused.view(np.uint8))
    if len(rows):
        found = state.category[rows], state.image[rows], _pairs_of(pairs, rows)
        excused[rows] &= _partners(ground, threshold, found, sides)[4][:, 0] < 0
    return StrongPairs(pairs, sides.truths.category, sides.uncounted, excused, ground.category_names)


def _ranges(first: Int64Array, last: Int64Array) -> Int64Array:
    """``first[0], …, last[0] - 1, first[1], …``."""
    counts = last - first
    before = np.cumsum(counts) - counts
    return np.repeat(first - before, counts) + np.arange(int(counts.sum()))


def _pairs_of(pairs: OverlapPairs, rows: Int64Array) -> OverlapPairs:
    kept = _ranges(pairs.offsets[rows], pairs.offsets[rows + 1])
    counts = pairs.offsets[rows + 1] - pairs.offsets[rows]
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    return OverlapPairs(offsets, pairs.truth[kept], pairs.overlap[kept])


class _Sides(NamedTuple):
    """The truths that were evaluated, and as the matching has them: class, what does not count, regions."""

    truths: MatchTruths
    category: Int32Array
    uncounted: BoolArray
    region: ByteArray


def _sides(ground: MatchGround, state: MatchState, *, own: bool) -> _Sides:
    """Truths in arrays of their `own` where people are shown them and may write; else in the ground's."""
    truths = _evaluated(ground.columns, own=own)
    uncounted = _uncounted(truths, state)
    region = truths.crowd
    if ground.policy.matching == Matching.REGION:
        region = np.maximum(region, uncounted.astype(np.uint8))
    classless = state.parameters.class_agnostic
    category = np.zeros_like(truths.category) if classless else truths.category
    return _Sides(truths, category, uncounted, region)


def _partners(
    ground: MatchGround,
    thresholds: FloatArray,
    found: tuple[Int32Array, Int32Array, OverlapPairs],
    sides: _Sides,
) -> tuple[_Best, _Best, _Best, _Best, Int32Array, Int32Array]:
    """The best overlaps of detections (classes, images, pairs) with truths of their class, of others and such
    that do not count, and of each truth; then the partners of both at each threshold.
    """
    category, image, pairs = found
    truths, true_category, uncounted, region = sides
    count, true_count = len(category), len(truths.rows)
    own, other, ignored, of_truth = (_best(n) for n in (count, count, count, true_count))
    matched_truth = np.empty((count, len(thresholds)), dtype=np.int32)
    matched_detection = np.empty((true_count, len(thresholds)), dtype=np.int32)
    native.find_partners(
        ground.policy.matching,
        thresholds,
        native.PairedDetections(category, image, pairs.offsets, pairs.truth, pairs.overlap),
        native.PairedTruths(true_category, uncounted.astype(np.uint8), region, truths.unmarked),
        native.Partners(
            native.Best(*own),
            native.Best(*other),
            native.Best(*ignored),
            native.Best(*of_truth),
            matched_truth,
            matched_detection,
        ),
        thread_count(None),
    )
    return own, other, ignored, of_truth, matched_truth, matched_detection


def _as_settled(
    partners: Int64Array,
    state: MatchState,
    truths: MatchTruths,
    matched_truth: Int32Array,
    matched_detection: Int32Array,
) -> None:
    """Write who is whose partner as the protocol itself had it, alike at all thresholds or each its own."""
    place = np.full(max(int(truths.rows.max(initial=-1)), int(partners.max(initial=-1))) + 2, -1, np.int32)
    place[truths.rows] = np.arange(len(truths.rows), dtype=np.int32)
    own = place[partners[state.row]].reshape(
        len(state), math.prod(partners.shape[1:])
    )  # the last place, of -1, has none
    matched_truth[:] = own
    matched_detection[:] = -1
    for t in range(matched_detection.shape[1]):
        taken = np.flatnonzero(own[:, min(t, own.shape[1] - 1)] >= 0)
        matched_detection[own[taken, min(t, own.shape[1] - 1)], t] = taken


def _are_points(result: Result, state: MatchState) -> bool:
    """Whether what was predicted has no extent, so that no overlap says what lies in what."""
    return result.parameters.geometry == "boxes" and not result.predictions.boxes[state.row, 2:].any()


def _held(matched_truth: Int32Array) -> OverlapPairs:
    """Points with the objects that hold them, each pair with an overlap of 1."""
    taken = matched_truth >= 0
    offsets = np.concatenate([[0], np.cumsum(taken)]).astype(np.int64)
    return OverlapPairs(offsets, matched_truth[taken], np.ones(int(offsets[-1])))


def _thresholds(state: MatchState, policy: MatchingPolicy) -> FloatArray:
    """IoU thresholds of the matching; without classes the reference's keypoints reach none."""
    parameters = state.parameters
    classless = parameters.geometry == "keypoints" and parameters.class_agnostic
    if classless and Quirk.CLASSLESS_KEYPOINTS not in state.mended:
        return np.full(len(parameters.iou_thresholds), np.inf)
    return effective_thresholds(parameters, state.mended, policy)


def _best(count: int) -> _Best:
    return np.empty(count), np.empty(count, dtype=np.int32)


def _evaluated(columns: MatchTruths, *, own: bool) -> MatchTruths:
    """The truths of evaluated images and categories."""
    kept = np.flatnonzero((columns.image >= 0) & (columns.category >= 0))
    if len(kept) == len(columns.image) and not own:
        return columns
    held = {name: getattr(columns, name) for name in type(columns).__slots__}
    chosen: Any = {name: None if each is None else each[kept] for name, each in held.items()}
    return type(columns)(**chosen)


def _uncounted(truths: MatchTruths, state: MatchState) -> BoolArray:
    """Truths that do not count in the area range that speaks for all sizes."""
    low, high = effective_ranges(state.parameters, state.mended)[state.parameters.main_range].tolist()
    above = truths.area >= high if Quirk.AREA_CLOSED in state.mended else truths.area > high
    uncounted: BoolArray = (truths.ignored != 0) | (truths.area < low) | above
    if truths.outside is not None:
        uncounted |= (truths.outside >> np.uint64(state.parameters.main_range)) & np.uint64(1) != 0
    return uncounted


def _present(pairs: OverlapPairs, ground: MatchGround, state: MatchState) -> OverlapPairs:
    """The pairs of detections that are there in the area range that speaks for all sizes."""
    if ground.absent is None:
        return pairs
    there = (ground.absent[state.row] >> np.uint64(state.parameters.main_range)) & np.uint64(1) == 0
    counts = np.diff(pairs.offsets)
    kept = np.repeat(there, counts)
    offsets = np.concatenate([[0], np.cumsum(counts * there)]).astype(np.int64)
    return OverlapPairs(offsets, pairs.truth[kept], pairs.overlap[kept])


def _pairs(result: Result, ground: MatchGround, given: _Sides, least: float = 0.0) -> OverlapPairs:
    state, truths = result.state, replace(given.truths, crowd=given.region, outside=None)
    agnostic = state.parameters.class_agnostic
    order, categories = truths.category, len(state.categories)
    if agnostic and Quirk.CLASS_ORDER in state.mended:
        order = np.zeros_like(order)
    sides = native.TableSides(
        state.image,
        state.category,
        state.row,
        truths.image,
        order,
        len(state.images),
        max(categories, 1),
        agnostic,
    )
    question = PairQuestion(
        sides=sides,
        detection_image=state.image,
        true_image=truths.image,
        detection_rows=state.row,
        rows=truths.rows,
        truths=truths.native(),
        boxes=np.ascontiguousarray(result.predictions.boxes, dtype=np.float64),
        scores=np.ascontiguousarray(result.predictions.scores, dtype=np.float64),
        ties_by_content=Quirk.TIE_ORDER in state.mended,
        lowest=float(effective_thresholds(state.parameters, state.mended, ground.policy).min()),
        threads=thread_count(None),
        least=least,
    )
    return OverlapPairs(*ground.source.pairs(question))
