"""How sure the best F1, the score to cut at for it, and the calibration error are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import diagnosis as native
from truebox._native.threads import thread_count
from truebox.diagnosis.causes.outcomes import outcome_at
from truebox.diagnosis.certainty.estimate import Estimate, estimate
from truebox.diagnosis.certainty.images_held import FEW_IMAGES
from truebox.evaluation.matching.counted_truths import counted_truths
from truebox.records import distinct_values

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.bootstrap_arguments import Draws
    from truebox.diagnosis.certainty.drawn_units import DrawnUnits
    from truebox.diagnosis.thresholds.calibration import Calibration
    from truebox.evaluation import Result
    from truebox.typing import AnyArray, Float32Array, FloatArray

__all__ = ["best_f1_intervals", "calibration_interval"]

_CUTS = 200
_MOST_CELLS = 20_000_000
"""Of drawn units, so that their weights fit into memory; beyond, fewer replicates serve."""


def best_f1_intervals(
    result: Result,
    iou: float,
    values: tuple[float | None, float | None],
    units: DrawnUnits,
    draws: Draws,
) -> tuple[Estimate, Estimate]:
    """Of the best F1 over all classes, and of the score that reaches it.

    Every replicate seeks its own best among 200 cuts at quantiles of the scores, so that the interval of
    the score is as wide as the top of the curve is flat.

    Parameters
    ----------
    result : Result
        Of any protocol but panoptic.
    iou : float
        One of the thresholds of the evaluation.
    values : (F1, score)
        Of the data as they are.
    units, draws
        As in `truebox.diagnosis.intervals`.
    """
    state = result.state
    outcome = outcome_at(result, iou)
    rows = np.flatnonzero((outcome != 2) & (units.of_image[state.image] >= 0))
    truths = counted_truths(result)
    unit_of_truth = units.of_image[truths.image[truths.counts_in(state.parameters.main_range)]]
    held = np.bincount(unit_of_truth[unit_of_truth >= 0], minlength=units.count).astype(np.float32)
    if values[0] is None or len(rows) == 0:
        nothing = Estimate(value=None, reason="no score reaches an F1")
        return nothing, nothing
    score = state.score[rows]
    places = np.rint(np.linspace(0, len(score) - 1, _CUTS)).astype(np.int64)
    rising = distinct_values(np.sort(score)[places])  # quantiles; partitioning at so many takes longer
    cuts, not_above = rising[::-1], np.empty(len(score), dtype=np.int64)
    native.count_not_above(rising, score, not_above, thread_count(None))
    column = len(cuts) - not_above  # the first cut that keeps it
    unit = units.of_image[state.image[rows]]
    right = outcome[rows] == 1
    drawn = _weights(units, draws.replicates, draws.seed)
    kept = np.cumsum(drawn @ _table(unit, column, None, units.count, len(cuts)), axis=1)
    hits = np.cumsum(drawn @ _table(unit[right], column[right], None, units.count, len(cuts)), axis=1)
    f1 = 2 * hits / np.maximum(kept + (drawn @ held)[:, None], 1)
    images = int(np.count_nonzero(held))

    def sure(
        value: float | None, replicated: FloatArray, bounds: tuple[float, float], *, student: bool = False
    ) -> Estimate:
        return estimate(
            value,
            replicated,
            images=images,
            level=draws.level,
            reason=None,
            bounds=bounds,
            counted=units.counted,
            student=student,
        )

    lowest, highest = float(cuts[-1]), float(cuts[0])
    return (
        _told(sure(values[0], f1.max(axis=1).astype(np.float64), (0.0, 1.0), student=True), images, units),
        _told(sure(values[1], cuts[f1.argmax(axis=1)], (lowest, highest)), images, units),
    )


def _told(found: Estimate, held: int, units: DrawnUnits) -> Estimate:
    """The same, and that it may be too short where so few groups are drawn."""
    if found.low is None or held >= FEW_IMAGES:
        return found
    return replace(found, reason=f"rests on {held} {units.counted}: it may be too short")


def calibration_interval(
    result: Result,
    made: Calibration,
    units: DrawnUnits,
    draws: Draws,
) -> Estimate:
    """Of the detection ECE of all classes pooled; see `best_f1_intervals`."""
    state = result.state
    outcome = outcome_at(result, made.iou)
    rows = np.flatnonzero((outcome != 2) & (units.of_image[state.image] >= 0))
    bins = len(made.edges) - 1
    if made.ece is None:
        return Estimate(value=None, reason="no detections that count")
    unit, score = units.of_image[state.image[rows]], state.score[rows]
    column = np.minimum((score * bins).astype(np.int64), bins - 1)
    gap = score - (outcome[rows] == 1)
    drawn = _weights(units, draws.replicates, draws.seed)
    gaps = np.abs(drawn @ _table(unit, column, gap, units.count, bins)).sum(axis=1)
    total = drawn @ np.bincount(unit, minlength=units.count).astype(np.float32)
    replicated = np.divide(gaps, total, out=np.full(len(total), np.nan), where=total > 0)
    images = int(np.count_nonzero(np.bincount(unit, minlength=units.count)))
    return estimate(
        made.ece,
        replicated,
        images=images,
        level=draws.level,
        reason=None,
        counted=units.counted,
        held="detections",
        outward=False,
    )


def _weights(units: DrawnUnits, replicates: int, seed: int) -> Float32Array:
    """How often each unit is drawn in each replicate [R, units]."""
    count = max(100, min(replicates, _MOST_CELLS // max(units.count, 1)))
    drawn: Float32Array = units.unit_draws(count, seed).astype(np.float32)
    return drawn


def _table(
    unit: AnyArray, column: AnyArray, weight: AnyArray | None, units: int, columns: int
) -> Float32Array:
    """Sums over what is in each unit and column [units, columns]."""
    flat = unit.astype(np.int64) * columns + column
    made = np.bincount(flat, weight, minlength=units * columns).astype(np.float32)
    table: Float32Array = made.reshape(units, columns)
    return table
