"""FROC: the share of findings that are found at so many false positives an image, as nnDetection has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol
from truebox.evaluation.question import Question
from truebox.evaluation.states.class_outcomes import ClassOutcomes, OutcomeOrder
from truebox.evaluation.states.drawn_outcomes import FalseAlarms, OrderedHits
from truebox.evaluation.states.parameters import CocoParameters, without_sizes
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.states.drawn_outcomes import DrawnMeasure
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth
    from truebox.typing import AnyArray, BoolArray, FloatArray

__all__ = ["PROTOCOL", "pooled_sensitivity", "sensitivity"]

_ALARMS = (1 / 8, 1 / 4, 1 / 2, 1.0, 2.0, 4.0, 8.0)
_NAMES = ("1/8", "1/4", "1/2", "1", "2", "4", "8")
_THRESHOLDS = (0.1, 0.5)
_MOST = 100
_SPARE = 2
"""False positives beyond the last number at which shares are read: the line to it ends there."""


def sensitivity(classes: Sequence[ClassOutcomes]) -> FloatArray:
    """Of each class [K, 8]: the mean of the shares found at seven numbers of false positives, and each.

    Between the points of the curve, one for each score, it is a straight line.

    Examples
    --------
    >>> one = ClassOutcomes(score=np.array([0.9, 0.8]), image=np.zeros(2, np.int32), row=np.arange(2),
    ...     hit=np.array([[True], [False]]), false=np.array([[False], [True]]), truths=2, images=1)
    >>> sensitivity([one])[0].tolist()
    [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]
    """
    values = np.full((len(classes), 1 + len(_ALARMS)), np.nan)
    for k, found in enumerate(classes):
        if found.truths > 0:
            shares = _shares_of(found)
            values[k] = [shares.mean(), *shares]
    return values


def pooled_sensitivity(classes: Sequence[ClassOutcomes]) -> FloatArray:
    """The same of all findings as of one class, whose numbers every class is given.

    Examples
    --------
    >>> one = ClassOutcomes(score=np.array([0.9]), image=np.zeros(1, np.int32), row=np.arange(1), images=1,
    ...     hit=np.array([[True]]), false=np.array([[False]]), truths=1)
    >>> pooled_sensitivity([one, one])[:, 0].tolist()
    [1.0, 1.0]
    """
    if not classes:
        return np.empty((0, 1 + len(_ALARMS)))
    truths, images = sum(found.truths for found in classes), classes[0].images
    values = np.full(1 + len(_ALARMS), np.nan)
    if truths > 0:
        hit, false = (
            np.concatenate([found.score[part(found)] for found in classes]) for part in (_hit, _false)
        )
        total = len(hit), len(false)
        needed = int(_ALARMS[-1] * max(images, 1)) + _SPARE
        if needed < len(false):  # what follows the last number of false positives is only counted
            least = -np.partition(-false, needed)[needed]
            hit, false = hit[hit >= least], false[false >= least]
        score = np.concatenate([hit, false])
        order = np.argsort(-score)  # a cut is behind all of one score: whichever is first among them
        shares = _shares(score[order], order < len(hit), total, truths, images)
        values = np.array([shares.mean(), *shares])
    return np.tile(values, (len(classes), 1))


def _hit(found: ClassOutcomes) -> AnyArray:
    return found.hit[:, 0]


def _false(found: ClassOutcomes) -> AnyArray:
    return found.false[:, 0]


def _shares_of(found: ClassOutcomes) -> FloatArray:
    """Those of one class."""
    hit = _hit(found)
    kept = hit | _false(found)
    hits, count = hit[kept], int(np.count_nonzero(hit))
    return _shares(found.score[kept], hits, (count, len(hits) - count), found.truths, found.images)


def _shares(
    score: FloatArray,
    hit: BoolArray,
    total: tuple[int, int],
    truths: int,
    images: int,
    *,
    at: Sequence[float] | FloatArray = _ALARMS,
) -> FloatArray:
    """The shares found, where every score that occurs is a cut; `total` hits and false positives of all."""
    if not len(score):
        return np.zeros(len(at))
    last = np.append(np.flatnonzero(score[1:] != score[:-1]), len(score) - 1)
    hits = np.cumsum(hit)[last]
    false = last + 1 - hits
    alarms = false / max(total[1], 1) * total[1] / max(images, 1)  # the kit's way round
    share = hits / max(total[0], 1) * total[0] / truths
    shares: FloatArray = np.interp(at, np.concatenate([[0.0], alarms]), np.concatenate([[0.0], share]))
    return shares


def _found_within(state: MatchState, alarms: FloatArray) -> FloatArray:
    """The curve of all findings as of one class, at the first overlap."""
    order = OutcomeOrder(state, 0, state.parameters.max_detections[-1], np.array([0]))
    classes = order.as_it_is()
    truths = sum(found.truths for found in classes)
    if truths <= 0:
        return np.full(len(alarms), np.nan)
    hit, false = (np.concatenate([found.score[part(found)] for found in classes]) for part in (_hit, _false))
    score = np.concatenate([hit, false])
    ranked = np.argsort(-score, kind="stable")
    total = len(hit), len(false)
    return _shares(score[ranked], ranked < len(hit), total, truths, classes[0].images, at=alarms)


class DrawnShares:
    """`sensitivity` under weights of the images; `pooled` as `pooled_sensitivity` has it."""

    def __init__(self, order: OutcomeOrder, pooled: bool = False) -> None:
        kept = order.hit[:, 0] | order.false[:, 0]
        if pooled:
            ranked = np.argsort(-order.score, kind="stable")
            rows = ranked[kept[ranked]]
            found = OrderedHits(order, order.hit[:, 0], rows, np.array([0, len(rows)]))
        else:
            found = OrderedHits(order, order.hit[:, 0], kept)
        self._pooled, self._alarms = pooled, FalseAlarms(found)
        # Scores are cuts: counts are read behind the last detection of each.
        ends = found.run_ends()
        starts = np.zeros(len(ends), dtype=np.int64)
        starts[1:] = np.where(ends[1:] == ends[:-1], 0, np.arange(1, len(ends)))
        starts = np.maximum.accumulate(starts)
        places = np.stack([starts, ends], axis=1)[self._alarms.rows]
        self._hits_at = np.append(found.before[places], [[0, 0]], axis=0)
        self._false_at = np.append(places - found.before[places], [[0, 0]], axis=0)

    def __call__(self, weights: AnyArray, truths: AnyArray) -> AnyArray:
        alarms, images = self._alarms, int(weights.sum())
        classes = len(truths)
        truths = truths.sum(keepdims=True) if self._pooled else truths
        hits, false = alarms.counts(weights)
        first, end = (
            (alarms.hit_offsets[:-1], alarms.offsets[:-1]),
            (alarms.hit_offsets[1:], alarms.offsets[1:]),
        )
        all_hits, all_false = hits[end[0]] - hits[first[0]], false[end[1]] - false[first[1]]

        def alarm(count: AnyArray) -> AnyArray:
            most = all_false[:, None]
            found: AnyArray = count / np.maximum(most, 1) * most / max(images, 1)
            return found

        def share(count: AnyArray) -> AnyArray:
            most = all_hits[:, None]
            found: AnyArray = count / np.maximum(most, 1) * most / truths[:, None]
            return found

        near = np.floor(np.array(_ALARMS) * images) + np.arange(-1, 2)[:, None]  # [3, A]
        within = (alarm(near.reshape(1, -1)) <= np.tile(_ALARMS, 3)) & (near.reshape(1, -1) >= 0)
        most = np.where(within, near.reshape(1, -1), -1).reshape(-1, 3, len(_ALARMS)).max(axis=1)
        places = alarms.crossing(false, most.astype(np.int64), "right")
        inside = places < end[1][:, None]
        low, high = (
            (
                hits[self._hits_at[places, side]] - hits[first[0], None],
                false[self._false_at[places, side]] - false[first[1], None],
            )
            for side in (0, 1)
        )
        with np.errstate(divide="ignore", invalid="ignore"):
            at, beyond, begin = alarm(low[1]), alarm(high[1]), share(low[0])
            line = (share(high[0]) - begin) / (beyond - at) * (np.array(_ALARMS) - at) + begin
            shares = np.where(inside, line, share(all_hits[:, None]))
        values = np.concatenate([shares.mean(axis=1, keepdims=True), shares], axis=1)
        values[truths <= 0] = np.nan
        return np.repeat(values, classes, axis=0) if self._pooled else values


def _pooled_draws(order: OutcomeOrder) -> DrawnMeasure:
    return DrawnShares(order, pooled=True)


def _defaults(geometry: str, mended: Quirk) -> CocoParameters:
    del mended
    return without_sizes("froc", geometry, np.array(_THRESHOLDS), recalls=np.linspace(0, 1, 101), most=_MOST)


def _select(case: Case) -> Case:
    """Every object counts: the kit's flags to ignore are not used."""
    none = np.zeros_like(case.truth.crowd)
    return replace(case, truth=replace(case.truth, crowd=none, ignore=none))


def _questions(state: MatchState, truth: Truth | None) -> list[Question]:
    del truth
    cap, thresholds = state.parameters.max_detections[-1], state.parameters.iou_thresholds
    low, high = float(thresholds[0]), float(thresholds[-1])

    def pooled(key: str, threshold: float, part: int) -> Question:
        return Question(
            key,
            False,
            "all",
            cap,
            threshold,
            measure=pooled_sensitivity,
            drawn=_pooled_draws,
            part=part,
            per_class=False,
        )

    return [
        pooled("FROC", low, 0),
        *([pooled(f"FROC{round(100 * high)}", high, 0)] if high != low else []),
        *(pooled(f"S[{name}]", low, 1 + part) for part, name in enumerate(_NAMES)),
        Question("FROC[class]", False, "all", cap, low, measure=sensitivity, drawn=DrawnShares),
        Question("AP", True, "all", cap),
        Question("AR", False, "all", cap),
    ]


PROTOCOL = DetectionProtocol(
    name="froc",
    title="FROC",
    alarms="found",
    found_within=_found_within,
    reference="nnDetection nndet/evaluator/detection (97a58f3)",
    takes=EVERY_ARGUMENT - {"recall_thresholds", "area_ranges", "class_agnostic"},
    geometries=("boxes", "masks"),
    defaults=_defaults,
    questions=_questions,
    quirks=Quirk.TIE_ORDER | Quirk.THRESHOLD_ONE,
    select=_select,
    columns=("FROC[class]", "AP", "AR"),
)
