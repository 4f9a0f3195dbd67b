"""How sure the optimal LRP and its parts are: a bootstrap that seeks the best score of every class anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox.diagnosis.certainty.estimate import Estimate, estimate
from truebox.diagnosis.certainty.images_held import FEW_IMAGES, few_classes
from truebox.evaluation.matching.counted_truths import counted_truths

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.bootstrap_arguments import Draws
    from truebox.diagnosis.certainty.drawn_units import DrawnUnits
    from truebox.evaluation import Result
    from truebox.typing import AnyArray, ByteArray, FloatArray, Int64Array

__all__ = ["LrpIntervals", "MatchedAt", "lrp_intervals"]

_CELLS_AT_ONCE = 4_000_000


class MatchedAt(NamedTuple):
    """Outcome and overlap of every detection of a state, at one threshold."""

    outcome: ByteArray
    overlap: FloatArray
    iou: float


class LrpIntervals(NamedTuple):
    """Of the means over the classes, oLRP and its three parts, and of the oLRP of each class."""

    means: tuple[Estimate, ...]
    per_class: tuple[Estimate, ...]


def lrp_intervals(
    result: Result,
    matched: MatchedAt,
    values: tuple[Sequence[float | None], Sequence[float | None]],
    units: DrawnUnits,
    draws: Draws,
) -> LrpIntervals:
    """Draw images, or groups of them, and take the least LRP of every class over all scores each time.

    Parameters
    ----------
    result : Result
        Of any protocol but panoptic.
    matched : MatchedAt
        At the threshold of the metric.
    values : (means, of classes)
        Of the data as they are.
    units, draws
        As in `truebox.diagnosis.intervals`.
    """
    means, per_class = values
    truths, state = counted_truths(result), result.state
    counted = np.flatnonzero(truths.counts_in(state.parameters.main_range))
    unit_of_truth, of_class = units.of_image[truths.image[counted]], truths.category[counted]
    held = np.zeros((units.count, len(state.truths)))
    np.add.at(held, (unit_of_truth[unit_of_truth >= 0], of_class[unit_of_truth >= 0]), 1)
    drawn = units.unit_draws(draws.replicates, draws.seed)
    there = drawn.astype(np.float64) @ held
    offsets = state.category_offsets()
    replicated = np.full((4, draws.replicates, len(state.truths)), np.nan)
    for k in range(len(state.truths)):
        rows = _Rows(result, units, matched, slice(int(offsets[k]), int(offsets[k + 1])))
        replicated[:, :, k] = rows.weighed(drawn, there[:, k])
    images = np.count_nonzero(held, axis=0)

    def sure(value: float | None, values: FloatArray, over: int) -> Estimate:
        return estimate(
            value,
            values,
            images=over,
            level=draws.level,
            reason="no class has truth",
            counted=units.counted,
        )

    over = int(np.count_nonzero(held.any(axis=1)))
    few = np.flatnonzero((images > 0) & (images < FEW_IMAGES))
    doubt = few_classes([result.per_class[k].name for k in few], len(images), units.counted)

    def told(found: Estimate) -> Estimate:
        return found if found.low is None or doubt is None else replace(found, reason=doubt)

    return LrpIntervals(
        means=tuple(
            told(sure(value, _mean(each), over)) for value, each in zip(means, replicated, strict=True)
        ),
        per_class=tuple(
            sure(value, replicated[0, :, k], int(images[k])) for k, value in enumerate(per_class)
        ),
    )


class _Rows:
    """The detections of a class that count, best first."""

    def __init__(
        self,
        result: Result,
        units: DrawnUnits,
        matched: MatchedAt,
        of_class: slice,
    ) -> None:
        outcome, overlap, self.iou = matched.outcome[of_class], matched.overlap[of_class], matched.iou
        unit, score = units.of_image[result.state.image[of_class]], result.state.score[of_class]
        order = np.argsort(-score, kind="stable")
        order = order[(outcome[order] != 2) & (unit[order] >= 0)]
        ranked = score[order]
        self.unit = unit[order]
        self.true = (outcome[order] == 1).astype(np.float64)
        self.error = np.where(self.true > 0, 1 - overlap[order], 0.0)
        self.last: Int64Array = np.flatnonzero(np.append(ranked[1:] != ranked[:-1], len(ranked) > 0))

    def weighed(self, drawn: ByteArray, truths: FloatArray) -> FloatArray:
        """OLRP, localisation, false positives and false negatives of each draw [4, R]."""
        found = np.empty((4, len(drawn)))
        at_once = max(1, _CELLS_AT_ONCE // max(1, len(self.unit)))
        for begin in range(0, len(drawn), at_once):
            part = slice(begin, begin + at_once)
            found[:, part] = self._of(drawn[part], truths[part])
        found[:, truths == 0] = np.nan
        return found

    def _of(self, drawn: ByteArray, truths: FloatArray) -> FloatArray:
        weight: AnyArray = drawn[:, self.unit].astype(np.float64)

        def kept(values: AnyArray) -> FloatArray:
            total: FloatArray = np.cumsum(values, axis=1)[:, self.last]
            return total

        found = np.full((4, len(drawn)), np.nan)
        found[0], found[2], found[3] = 1.0, np.nan, 1.0
        if len(self.last) == 0:
            return found
        remaining, hits = kept(weight), kept(weight * self.true)
        errors = kept(weight * self.error)
        total = remaining + truths[:, None] - hits
        wrong = errors / (1 - self.iou) + remaining + truths[:, None] - 2 * hits
        lrp = np.divide(wrong, total, out=np.ones_like(total), where=total > 0)
        best = lrp.argmin(axis=1)
        each = np.arange(len(drawn))
        some = lrp[each, best] < 1  # else nothing is worth keeping
        rows, places = each[some], best[some]
        found[0, some] = lrp[rows, places]
        found[1, some] = errors[rows, places] / hits[rows, places]
        found[2, some] = 1 - hits[rows, places] / remaining[rows, places]
        found[3, some] = 1 - hits[rows, places] / truths[some]
        return found


def _mean(values: FloatArray) -> FloatArray:
    """Over the classes where it is defined [R]."""
    defined = ~np.isnan(values)
    count = defined.sum(axis=1)
    total = np.where(defined, values, 0.0).sum(axis=1)
    mean: FloatArray = np.divide(total, count, out=np.full(len(values), np.nan), where=count > 0)
    return mean
