"""Average precision of every class in the best, the worst and random orders of equal scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass
from truebox._native import resampling as native
from truebox._native.threads import thread_count
from truebox.diagnosis.equal_scores.tied_outcomes import outcomes_of
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.replicates import Resampling
    from truebox.diagnosis.equal_scores.tied_cells import TiedCell
    from truebox.diagnosis.equal_scores.tied_outcomes import Field, Outcomes, TiedOutcomes
    from truebox.evaluation import MatchState
    from truebox.typing import AnyArray, BoolArray, ByteArray, FloatArray, Int64Array

__all__ = ["TiedCurves", "tied_curves"]

_FEWEST, _MOST = 2, 10_000


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TiedCurves:
    """Average precision per class and threshold.

    Parameters
    ----------
    worst, best : array [K, T]
    nested : uint8 array [K]
        1 where one order gives the bounds of all thresholds.
    drawn : array [D, K, T] or None
        In random orders; None where `TiedOutcomes.reason` says why.
    """

    worst: FloatArray
    best: FloatArray
    nested: ByteArray
    drawn: FloatArray | None


def tied_curves(
    resampling: Resampling,
    field: Field,
    outcomes: TiedOutcomes,
    *,
    cells: Sequence[TiedCell],
    orders: int,
    seed: int,
    threads: int | None,
) -> TiedCurves:
    """Bounds of every class, and `orders` random orders of those whose bounds differ."""
    if isinstance(orders, bool) or not isinstance(orders, int) or not _FEWEST <= orders <= _MOST:
        raise ArgumentError(
            f"orders: expected a whole number from {_FEWEST} to {_MOST:,}, got {orders!r}. Fix: pass 24."
        )
    state = resampling.result.state
    shape = (len(state.truths), field.thresholds)
    worst, best = np.zeros(shape), np.zeros(shape)
    nested = np.ones(len(state.truths), dtype=np.uint8)
    pool = thread_count(threads)
    native.bound_ties(
        *_columns(resampling, field, np.arange(len(state)), np.arange(len(state.truths))),
        outcomes.best.hits,
        outcomes.best.misses,
        outcomes.worst.hits,
        outcomes.worst.misses,
        best,
        worst,
        nested,
        pool,
    )
    drawn = None
    if outcomes.reason is None:
        drawn = np.repeat(best[None], orders, axis=0)
        open_classes = (best != worst).any(axis=1)
        _draw(drawn, resampling, field, outcomes, cells=cells, classes=open_classes, seed=seed, threads=pool)
    return TiedCurves(worst=worst, best=best, nested=nested, drawn=drawn)


def _columns(
    resampling: Resampling, field: Field, rows: AnyArray, classes: AnyArray
) -> tuple[FloatArray, Int64Array, Int64Array, FloatArray, float]:
    """What the kernels take first, for some classes and their rows."""
    state = resampling.result.state
    lengths = np.diff(state.category_offsets())[classes]
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    truths = np.ascontiguousarray(state.truths[classes, field.area_range])
    return state.score[rows], offsets, truths, resampling.recalls, resampling.epsilon


def _draw(
    drawn: FloatArray,
    resampling: Resampling,
    field: Field,
    outcomes: TiedOutcomes,
    *,
    cells: Sequence[TiedCell],
    classes: BoolArray,
    seed: int,
    threads: int,
) -> None:
    """Random orders of the classes whose bounds differ; the others are the same in all."""
    state = resampling.result.state
    rows = np.flatnonzero(classes[state.category])
    if len(rows) == 0:
        return
    columns = _columns(resampling, field, rows, classes)
    now = outcomes_of(state, field)
    random = np.random.default_rng(seed)
    found = np.zeros((int(np.count_nonzero(classes)), field.thresholds))
    for turn in range(len(drawn)):
        keys = random.random(len(state))
        chosen = _chosen(random, state, now, outcomes)
        for cell in cells:  # rivals stand in the order they were matched in
            for rivals in cell.rivals:
                keys[rivals] = np.sort(keys[rivals])
        native.order_ties(*columns, keys[rows], chosen.hits[rows], chosen.misses[rows], found, threads)
        drawn[turn, classes] = found


def _chosen(
    random: np.random.Generator, state: MatchState, now: Outcomes, outcomes: TiedOutcomes
) -> Outcomes:
    """The outcomes with every tied cell in one of its orders, all equally likely."""
    if not outcomes.drawn:
        return now
    chosen = now.copy()
    first_of_cell = np.flatnonzero(
        (np.diff(state.category[outcomes.rows], prepend=-1) != 0)
        | (np.diff(state.image[outcomes.rows], prepend=-1) != 0)
    )
    lengths = np.diff(first_of_cell, append=len(outcomes.rows))
    turns = np.repeat(
        random.integers(outcomes.first_order[first_of_cell], outcomes.orders[first_of_cell]), lengths
    )
    places = np.arange(len(outcomes.rows))
    for target, words in (
        (chosen.hits, np.stack([each.hits for each in outcomes.drawn])),
        (chosen.misses, np.stack([each.misses for each in outcomes.drawn])),
    ):
        target[outcomes.rows] = words[turns, places]
    return chosen
