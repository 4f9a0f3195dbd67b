"""How sure the AP is that each kind of error costs: a bootstrap of every oracle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import resampling as native
from truebox._native.threads import thread_count
from truebox.diagnosis.causes.error_breakdown import ERROR_NAMES
from truebox.diagnosis.certainty.estimate import estimate
from truebox.evaluation.matches.table import FALSE_POSITIVE, IGNORED, TRUE_POSITIVE

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.bootstrap_arguments import Draws
    from truebox.diagnosis.certainty.drawn_units import DrawnUnits
    from truebox.diagnosis.certainty.estimate import Estimate
    from truebox.evaluation import MatchTable
    from truebox.typing import AnyArray, FloatArray, Int32Array, WordArray

__all__ = ["TypedErrors", "loss_intervals"]

_CLASS, _LOCATION = ERROR_NAMES.index("class"), ERROR_NAMES.index("location")
_MISSED = len(ERROR_NAMES)
"""The oracle after those of detections; the first mends nothing."""

_EVERY = np.uint64((1 << (_MISSED + 1)) - 1)
_NO_CAP = 1 << 30


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TypedErrors:
    """What the typing of errors wrote of the detections and truths of a match table.

    Parameters
    ----------
    table : MatchTable
    standing, kind, target, mends : arrays [N]
    missed : array [G]
    truth_category : int32 array [G]
    recalls : float64 array
        What AP is averaged over.
    """

    table: MatchTable
    standing: AnyArray
    kind: AnyArray
    target: AnyArray
    mends: AnyArray
    missed: AnyArray
    truth_category: Int32Array
    recalls: FloatArray


def loss_intervals(
    typed: TypedErrors,
    losses: Mapping[str, float | None],
    units: DrawnUnits,
    draws: Draws,
    threads: int | None = None,
) -> dict[str, Estimate]:
    """The interval of each loss, by drawing images and measuring every oracle anew.

    Parameters
    ----------
    typed : TypedErrors
        What the typing wrote.
    losses : mapping
        Of all images.
    units : DrawnUnits
        What is drawn.
    draws, threads
        As in `truebox.diagnosis.intervals`.
    """
    table, truth_category = typed.table, typed.truth_category
    category, image, score, hits, ignored = _rows(typed)
    counts = ~table.truths.ignored
    of_truth = np.flatnonzero(counts)
    classes = len(table.state.truths)
    order = np.lexsort((table.truths.image[of_truth], truth_category[of_truth]))
    of_truth = of_truth[order]
    inside = np.where(typed.missed[of_truth] != 0, _EVERY & ~_bit(_MISSED), _EVERY)
    bounds = np.arange(classes + 1)
    columns = native.Columns(
        score,
        np.searchsorted(category, bounds).astype(np.int64),
        image.astype(np.int32),
        np.zeros(len(score), dtype=np.int32),
        hits[:, None],
        ignored[:, None],
        None,
        None,
        np.searchsorted(truth_category[of_truth], bounds).astype(np.int64),
        table.truths.image[of_truth].astype(np.int32),
        inside,
        1,
        _MISSED + 1,
        len(units.of_image),
    )
    precision = _resampled(columns, classes, typed.recalls, units, draws, threads=thread_count(threads))
    names = (*ERROR_NAMES[1:], "missed")
    held = int(units.distinct(table.truths.image[of_truth].astype(np.int32)))
    return {
        name: estimate(
            losses[name],
            precision[:, oracle] - precision[:, 0],
            images=held,
            level=draws.level,
            reason="no class has anything to measure",
            counted=units.counted,
        )
        for oracle, name in enumerate(names, start=1)
    }


def _rows(typed: TypedErrors) -> tuple[Int32Array, Int32Array, FloatArray, WordArray, WordArray]:
    """Every detection in its class, and again in the class it is mended into, by class and image."""
    found, standing, target, mends = typed.table.detections, typed.standing, typed.target, typed.mends
    truth_category = typed.truth_category
    kind = typed.kind.astype(np.uint64)
    own = np.uint64(1) << kind  # the oracle that takes this kind of error away
    right, wrong = standing == TRUE_POSITIVE, standing == FALSE_POSITIVE
    mended = (mends != 0) & (kind == _LOCATION) & (wrong | (standing == IGNORED))
    hits = np.where(right, _EVERY, np.where(mended, _bit(_LOCATION), np.uint64(0)))
    ignored = np.where(
        right, np.uint64(0), np.where(wrong, np.where(mended, np.uint64(0), own), _EVERY & ~hits)
    )
    kept = np.flatnonzero(right | wrong | mended)
    arrived = np.flatnonzero((mends != 0) & (kind == _CLASS))
    category = np.concatenate([found.category[kept], truth_category[target[arrived]]])
    image = np.concatenate([found.image[kept], found.image[arrived]])
    order = np.lexsort((image, category))
    one = np.ones(len(arrived), dtype=np.uint64)
    return (
        category[order],
        image[order],
        np.concatenate([found.score[kept], found.score[arrived]])[order],
        np.concatenate([hits[kept], one * _bit(_CLASS)])[order],
        np.concatenate([ignored[kept], one * (_EVERY & ~_bit(_CLASS))])[order],
    )


def _resampled(
    columns: native.Columns,
    classes: int,
    recalls: FloatArray,
    units: DrawnUnits,
    draws: Draws,
    *,
    threads: int,
) -> FloatArray:
    """Mean AP over the classes with truth [R, oracles]."""
    oracles = _MISSED + 1
    precision = np.empty((draws.replicates, oracles, 1, classes))
    native.resample(
        columns,
        np.arange(oracles, dtype=np.int32),
        np.full(oracles, _NO_CAP, dtype=np.int32),
        np.ones(oracles, dtype=np.uint8),
        np.array([1], dtype=np.uint64),
        recalls,
        0.0,
        np.empty(0, dtype=np.int32),
        0,
        0,
        units.draws(draws.replicates, draws.seed),
        precision,
        np.empty_like(precision),
        threads,
    )
    values = precision[:, :, 0]
    # A class whose truths are all missed has none left when these are forgiven: AP 0, as it was.
    values = np.where(np.isnan(values) & ~np.isnan(values[:, :1]), 0.0, values)
    held = ~np.isnan(values)
    number = held.sum(axis=2)
    total = np.where(held, values, 0.0).sum(axis=2)
    mean: FloatArray = np.divide(total, number, out=np.full(number.shape, np.nan), where=number > 0)
    return mean


def _bit(oracle: int) -> np.uint64:
    return np.uint64(1) << np.uint64(oracle)
