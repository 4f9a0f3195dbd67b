"""The best and the worst that equal scores can do, detection by detection."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass
from truebox.evaluation import Case
from truebox.evaluation.matching.matching import match
from truebox.evaluation.registry import protocol_of
from truebox.evaluation.states.alignment import Alignment, positions, sorted_table

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.replicates import Resampling
    from truebox.diagnosis.equal_scores.tied_cells import TiedCell
    from truebox.evaluation import MatchState, Result
    from truebox.typing import BoolArray, Int64Array, WordArray

__all__ = ["Field", "Outcomes", "TiedOutcomes", "outcomes_of", "tied_outcomes"]

# Without classes, truths that overlap a detection equally stand in the order of the list of classes.
_OTHER_OUTCOMES = (
    "matching again gave other outcomes: equal overlaps are decided by an order that is not known"
)
_CUT = "the cap on detections goes through equal scores"


@dataclass(frozen=True, slots=True)
class Field:
    """Where AP is read in a match state: area range, thresholds, cap on detections."""

    area_range: int
    thresholds: int
    cap: int


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """True and false positives [N] as words: bit ``t`` is IoU threshold ``t``."""

    hits: WordArray
    misses: WordArray

    def copy(self) -> Outcomes:
        """Both columns, to be written to."""
        return Outcomes(self.hits.copy(), self.misses.copy())


def outcomes_of(state: MatchState, field: Field) -> Outcomes:
    """The outcomes of a state at the field; detections beyond the cap have none."""
    first = field.area_range * field.thresholds
    whole = np.uint64((1 << field.thresholds) - 1)
    matched, ignored = (_bits(words, first, field.thresholds) for words in (state.matched, state.ignored))
    counted = np.where(state.rank < field.cap, ~ignored & whole, np.uint64(0))
    return Outcomes(matched & counted, ~matched & counted)


def _bits(words: WordArray, first: int, count: int) -> WordArray:
    word, shift = divmod(first, 64)
    bits: WordArray = words[:, word] >> np.uint64(shift)
    if shift + count > 64:
        bits = bits | (words[:, word + 1] << np.uint64(64 - shift))
    return bits & np.uint64((1 << count) - 1)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TiedOutcomes:
    """What the order of equal scores within images can make of the outcomes.

    Parameters
    ----------
    best, worst : Outcomes [N]
        After each score of an image and class: the most hits and the fewest false positives of any order,
        and the other way round.
    loose : bool array [K]
        Classes in which no single order may reach these.
    rows : int array [n]
        Rows of the match state in the cells that were matched in every order.
    drawn : tuple of Outcomes [n]
        The outcomes of `rows` in each order.
    first_order, orders : int arrays [n]
        Which of `drawn` stand for all orders of the row's cell: from the first up to, but without, the last.
    reason : str or None
        Why nothing is known of random orders.
    """

    best: Outcomes
    worst: Outcomes
    loose: BoolArray
    rows: Int64Array
    drawn: tuple[Outcomes, ...]
    first_order: Int64Array
    orders: Int64Array
    reason: str | None


def tied_outcomes(
    resampling: Resampling,
    field: Field,
    cells: Sequence[TiedCell],
    group: Int64Array,
    cut: Sequence[tuple[int, int]],
) -> TiedOutcomes:
    """Match the tied cells in every order and take the best and the worst.

    Parameters
    ----------
    resampling : Resampling
        Of the result.
    field : Field
        Where AP is read.
    cells : sequence of TiedCell
        With the orders to try.
    group : int array [N]
        Group of each row: one cell, one score.
    cut : sequence of (begin, end)
        Rows of cells from a tied score on that the cap on detections cuts through.
    """
    result = resampling.result
    now = outcomes_of(result.state, field)
    best, worst = now.copy(), now.copy()
    loose = np.zeros(len(result.state.truths), dtype=bool)
    rows = np.concatenate(
        [np.empty(0, np.int64), *(np.arange(cell.rows.start, cell.rows.stop) for cell in cells)]
    )
    drawn = _matched_in_orders(result, field, cells, rows)
    unknown = bool(drawn) and not _as_it_is(drawn[0], now, rows)
    if cells and not unknown:
        unreached = _take_extremes(field, cells, group, drawn, rows=rows, best=best, worst=worst)
        loose[result.state.category[[cell.rows.start for cell in cells]][unreached]] = True
        loose |= _parted(cells, group, worst, result)
    beyond = [(int(cell.rivals[0][0]), cell.rows.stop) for cell in cells if unknown or not cell.complete]
    for begin, end in (*beyond, *cut):
        _take_anything(resampling, field, (begin, end), best, worst)
        loose[result.state.category[begin]] = True
    lengths = [cell.rows.stop - cell.rows.start for cell in cells]
    return TiedOutcomes(
        best=best,
        worst=worst,
        loose=loose,
        rows=rows,
        drawn=drawn,
        first_order=np.repeat([0 if cell.complete else 1 for cell in cells], lengths).astype(np.int64),
        orders=np.repeat([len(cell.orders) for cell in cells], lengths).astype(np.int64),
        reason=_OTHER_OUTCOMES if unknown else _CUT if cut else None,
    )


def _as_it_is(drawn: Outcomes, now: Outcomes, rows: Int64Array) -> bool:
    return np.array_equal(drawn.hits, now.hits[rows]) and np.array_equal(drawn.misses, now.misses[rows])


def _matched_in_orders(
    result: Result, field: Field, cells: Sequence[TiedCell], rows: Int64Array
) -> tuple[Outcomes, ...]:
    """The outcomes of the cells in their first order, their second, and so on; a cell repeats its first."""
    if not cells:
        return ()
    state = result.state
    protocol = protocol_of(state.parameters)
    case = protocol.select(
        Case(
            truth=result.truth,
            predictions=result.predictions,
            alignment=_alignment(result, rows),
            parameters=state.parameters,
            mended=state.mended,
        )
    )
    assert result.ground is not None  # Resampling has refused such a result
    found = []
    for turn in range(max(len(cell.orders) for cell in cells)):
        places = np.concatenate([cell.orders[turn if turn < len(cell.orders) else 0] for cell in cells])
        scores = np.zeros(len(result.predictions))
        scores[state.row[rows]] = -places.astype(np.float64)
        predictions = replace(result.predictions, scores=scores)
        matched = match(
            case.truth,
            predictions,
            case.alignment,
            state.parameters,
            mended=state.mended,
            threads=0,
            source=result.ground.source,
            policy=protocol.policy,
            outside=case.outside,
            absent=case.absent,
        )
        found.append(outcomes_of(protocol.settle(case, matched).state, field))
    return tuple(found)


def _alignment(result: Result, rows: Int64Array) -> Alignment:
    """All truths, and of the detections only those in these rows of the state."""
    state, truth = result.state, result.truth
    image = np.full(len(result.predictions), -1, dtype=np.int32)
    category = np.full(len(result.predictions), -1, dtype=np.int32)
    image[state.row[rows]] = state.image[rows]
    category[state.row[rows]] = state.category[rows]
    true_image, _ = positions(truth.image, state.images, 1)
    true_category, _ = positions(truth.category, sorted_table(state.categories), 1)
    names = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    return Alignment(
        images=state.images,
        categories=state.categories,
        category_names=tuple(names.get(each, "") for each in state.categories.tolist()),
        predicted_image=image,
        predicted_category=category,
        true_image=true_image,
        true_category=true_category,
        images_without_predictions=0,
        unlisted_truths=0,
    )


def _take_extremes(
    field: Field,
    cells: Sequence[TiedCell],
    group: Int64Array,
    drawn: Sequence[Outcomes],
    *,
    rows: Int64Array,
    best: Outcomes,
    worst: Outcomes,
) -> BoolArray:
    """Write the extremes over all orders into the rows of the cells; which cells have no order for both."""
    lengths = np.array([cell.rows.stop - cell.rows.start for cell in cells])
    cell = np.repeat(np.arange(len(cells)), lengths)
    ends = np.flatnonzero(np.diff(group[rows], append=-1))  # last row of each group
    sizes = np.diff(ends, prepend=-1)
    place = np.repeat(np.arange(len(ends)), sizes)
    inside = np.arange(len(rows)) - (ends - sizes + 1)[place]
    hits, misses = (
        np.stack([_running(words, field.thresholds, cell, ends) for words in side])
        for side in ([each.hits for each in drawn], [each.misses for each in drawn])
    )  # [P, groups, T]
    unreached = np.zeros(len(cells), dtype=bool)
    for target, most_hits, misses_then in (
        (best, hits.max(axis=0), misses.min(axis=0)),
        (worst, hits.min(axis=0), misses.max(axis=0)),
    ):
        for words, sums in ((target.hits, most_hits), (target.misses, misses_then)):
            words[rows] = _packed(inside[:, None] < _increments(sums, cell[ends])[place])
        reached = ((hits == most_hits) & (misses == misses_then)).all(axis=2)  # [P, groups]
        by_order = [np.bincount(cell[ends][~each], minlength=len(cells)) == 0 for each in reached]
        unreached |= ~np.any(by_order, axis=0)
    return unreached


def _parted(cells: Sequence[TiedCell], group: Int64Array, worst: Outcomes, result: Result) -> BoolArray:
    """Classes with rivals that the worst order would part: a hit comes before the miss that it leaves."""
    found = np.zeros(len(result.state.truths), dtype=bool)
    for each in cells:
        for rivals in each.rivals:
            tied = each.rows.start + np.flatnonzero(group[each.rows] == group[rivals[0]])
            if np.bitwise_or.reduce(worst.hits[tied]) & np.bitwise_or.reduce(worst.misses[tied]):
                found[result.state.category[each.rows.start]] = True
    return found


def _running(words: WordArray, thresholds: int, cell: Int64Array, ends: Int64Array) -> Int64Array:
    """How many bits are set up to the end of each group, within its cell: [groups, T]."""
    bits = (words[:, None] >> np.arange(thresholds, dtype=np.uint64)) & np.uint64(1)
    sums = np.cumsum(bits.astype(np.int64), axis=0)
    begins = np.flatnonzero(np.diff(cell, prepend=-1))
    before = np.where(begins[:, None] > 0, sums[begins - 1], 0)
    found: Int64Array = sums[ends] - before[cell[ends]]
    return found


def _increments(sums: Int64Array, of_cell: Int64Array) -> Int64Array:
    steps = sums.copy()
    same = of_cell[1:] == of_cell[:-1]
    steps[1:][same] -= sums[:-1][same]
    return steps


def _packed(bits: BoolArray) -> WordArray:
    powers = np.uint64(1) << np.arange(bits.shape[1], dtype=np.uint64)
    packed: WordArray = np.bitwise_or.reduce(np.where(bits, powers, np.uint64(0)), axis=1)
    return packed


def _take_anything(
    resampling: Resampling, field: Field, rows: tuple[int, int], best: Outcomes, worst: Outcomes
) -> None:
    """From row `begin` on, whatever could happen to a detection: hits while truths last, or none."""
    begin, end = rows
    state, truths = resampling.result.state, resampling.truths
    first, last = truths.offsets[state.category[begin]], truths.offsets[state.category[begin] + 1]
    here = truths.image[first:last] == state.image[begin]
    most = int(np.count_nonzero(here & truths.counts_in(field.area_range)[first:last]))
    start = begin - int(state.rank[begin])
    bits = np.uint64(1) << np.arange(field.thresholds, dtype=np.uint64)
    used = ((best.hits[start:begin, None] & bits) != 0).sum(axis=0)
    within = state.rank[begin:end] < field.cap
    places = np.arange(end - begin)[:, None]
    best.hits[begin:end] = np.where(within, _packed(places < most - used), np.uint64(0))
    best.misses[begin:end] = 0
    worst.hits[begin:end] = 0
    worst.misses[begin:end] = np.where(within, np.uint64((1 << field.thresholds) - 1), np.uint64(0))
