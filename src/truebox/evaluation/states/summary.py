"""The numbers people quote, from the tables of a state."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._lazily import deferred
from truebox._named import NamedTuple
from truebox.evaluation.registry import protocol_of
from truebox.evaluation.states.cell_means import TablePlace, mean_at, means_at

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from truebox.evaluation.question import Question
    from truebox.evaluation.states import class_outcomes, closing_line
    from truebox.evaluation.states.cell_means import ReadCurves
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth
    from truebox.typing import FloatArray, Int64Array
else:  # only measures of a protocol's own need them (1 ms)
    class_outcomes = deferred("truebox.evaluation.states.class_outcomes")
    closing_line = deferred("truebox.evaluation.states.closing_line")

__all__ = [
    "Summary",
    "ap_by_threshold",
    "class_metrics",
    "class_weights",
    "measured_again",
    "place_of",
    "questions",
    "summarise",
]

_RANKED, _OUTCOMES, _READ, _CLOSED = "ranked", "outcomes", "read", "closing line"
_SIZES = ("small", "medium", "large")


class Summary(NamedTuple):
    """Headline metrics, why some are undefined, and the reference's vector of them.

    Examples
    --------
    >>> why = {"APs": "no truth of small size"}
    >>> Summary(metrics={"APs": None}, undefined=why, stats=np.ones(12)).undefined
    {'APs': 'no truth of small size'}
    """

    metrics: Mapping[str, float | None]
    undefined: Mapping[str, str]
    stats: FloatArray


@refuses_other_kinds
def summarise(
    state: MatchState,
    curves: ReadCurves,
    truth: Truth | None = None,
    *,
    only: Collection[str] | None = None,
) -> Summary:
    """Means over all categories that have truth.

    Parameters
    ----------
    state : MatchState
        Of one evaluation, or a sum.
    curves : Curves or DeferredCurves
        Of the state, from `accumulate` or `tables_of_state`.
    truth : Truth or None
        Without it numbers of a part of the classes that only the truth knows, as LVIS has them, are left out.
    only : collection of str, optional
        Metrics that are wanted; by default all. The vector has all others as undefined.

    Examples
    --------
    >>> from truebox.evaluation import accumulate, evaluate
    >>> box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 1, "area": 1600, "iscrowd": 0, **box}]}
    >>> state = evaluate(truth, [{"score": 0.9, **box}]).state
    >>> summarise(state, accumulate(state)).metrics["AR1"]
    1.0
    """
    metrics: dict[str, float | None] = {}
    undefined: dict[str, str] = {}
    for question in questions(state, truth):
        if only is not None and question.key not in only:
            continue
        value, reason = _answer(question, state, curves, truth)
        metrics[question.key] = value
        if value is None:
            undefined[question.key] = reason
    return Summary(metrics=metrics, undefined=undefined, stats=_vector(state, metrics))


def ap_by_threshold(state: MatchState, curves: ReadCurves) -> dict[float, float | None]:
    """AP at each IoU threshold that was evaluated, where ``AP50`` is read; None where undefined."""
    main = list(state.parameters.area_ranges)[state.parameters.main_range]
    asked = [question for question in questions(state) if question.is_precision and question.label == main]
    pattern = next((question for question in asked if question.threshold is not None), asked[0])
    return {
        # Decimals as they are written: a range of them ends in 0.6000000000000001.
        round(float(threshold), 10): _answer(
            replace(pattern, threshold=float(threshold)), state, curves, None
        )[0]
        for threshold in state.parameters.iou_thresholds
    }


def class_metrics(
    state: MatchState,
    curves: ReadCurves,
    truth: Truth | None = None,
    *,
    only: Collection[str] | None = None,
) -> list[dict[str, float | None]]:
    """The same per category, of what the protocol asks of every class: one mapping each."""
    keys = {
        question.key: _answer_per_class(question, state, curves, truth)
        for question in questions(state, truth)
        if _of_each_class(question) and (only is None or question.key in only)
    }
    return [{key: values[k] for key, values in keys.items()} for k in range(len(state.truths))]


def questions(state: MatchState, truth: Truth | None = None) -> Sequence[Question]:
    """The headline numbers of a state's protocol, in the order they are shown."""
    return protocol_of(state.parameters).questions(state, truth)


def place_of(question: Question, state: MatchState, truth: Truth | None = None) -> TablePlace | str:
    """Area range, caps and thresholds of the question in the tables, or why there are none."""
    labels, caps = list(state.parameters.area_ranges), np.array(state.parameters.max_detections)
    thresholds = np.arange(len(state.parameters.iou_thresholds))
    if question.label not in labels:
        return f"no area range is called {question.label!r}"
    if truth is not None and truth.units == "fractions" and question.label != "all":
        low, high = state.parameters.area_ranges[question.label]
        if not (0 < low <= 1 or high <= 1):  # bounds in pixels; of fractions, those of somebody's own
            return "the sizes of the pictures are unknown, so the areas of objects are too"
    places = np.flatnonzero(caps == question.cap)
    if len(places) == 0:
        return (
            f"{question.key} is read at {question.cap} detections per image, "
            f"and max_detections is {', '.join(str(cap) for cap in caps)}"
        )
    if question.threshold is not None:
        thresholds = np.flatnonzero(state.parameters.iou_thresholds == question.threshold)
        if len(thresholds) == 0:
            return f"no IoU threshold is {question.threshold}"
    return TablePlace(labels.index(question.label), places, thresholds)


def _answer(
    question: Question, state: MatchState, curves: ReadCurves, truth: Truth | None
) -> tuple[float | None, str]:
    place = place_of(question, state, truth)
    if isinstance(place, str):
        return None, place
    counted = state.truths[:, place[0]] > 0
    if question.classes is not None:
        counted &= question.classes
    defined = np.flatnonzero(counted)
    if len(defined) == 0 and question.needs_truth:
        return None, question.why or _why_no_truth(question.label, state)
    if question.counts_absent or len(defined) == 0:
        defined = np.arange(len(counted)) if question.classes is None else np.flatnonzero(question.classes)
    value, reason = _mean_over(question, state, curves, place, defined)
    if value is None or question.absent is None:
        return value, reason
    among = len(counted) if question.classes is None else int(question.classes.sum())
    return (value * len(defined) + question.absent * (among - len(defined))) / among, reason


def _mean_over(
    question: Question,
    state: MatchState,
    curves: ReadCurves,
    place: TablePlace,
    defined: Int64Array,
) -> tuple[float | None, str]:
    """Over the classes that have truth."""
    if question.measure is not None:
        values = _measured(question, state, curves, place)[defined]
        values = values[~np.isnan(values)]
        return (float(values.mean()), "") if len(values) else (None, question.why or "no class has it")
    weights = class_weights(question, state)
    if weights is not None:
        means = means_at(curves, place, defined, precise=question.is_precision)
        return float(np.average(means, weights=weights[defined])), ""
    mean = mean_at(curves, place, defined, precise=question.is_precision)
    if question.closing_line:
        mean += float(_closed(state, curves, place)[defined].mean())
    return mean, ""


def class_weights(question: Question, state: MatchState) -> Int64Array | None:
    """How much each class weighs in the mean of all [K], None where all weigh alike."""
    if question.weighed_by is None:
        return None
    weights: Int64Array = state.truths[:, list(state.parameters.area_ranges).index(question.weighed_by)]
    return weights


def _of_each_class(question: Question) -> bool:
    return question.classes is None if question.per_class is None else question.per_class


def _answer_per_class(
    question: Question, state: MatchState, curves: ReadCurves, truth: Truth | None
) -> list[float | None]:
    values = _answer_every_class(question, state, curves, truth)
    if question.classes is None:
        return values
    return [value if asked else None for value, asked in zip(values, question.classes.tolist(), strict=True)]


def _answer_every_class(
    question: Question, state: MatchState, curves: ReadCurves, truth: Truth | None
) -> list[float | None]:
    place = place_of(question, state, truth)
    if isinstance(place, str) or len(state.truths) == 0:
        return [None] * len(state.truths)
    a, caps, thresholds = place
    if question.measure is not None:
        measured = _measured(question, state, curves, place)
        return [None if np.isnan(value) else float(value) for value in measured]
    counted = np.flatnonzero(state.truths[:, a] > 0)
    if len(counted) == 0:
        return [question.absent] * len(state.truths)
    means = means_at(curves, TablePlace(a, caps[:1], thresholds), counted, precise=question.is_precision)
    if question.closing_line:
        means = means + _closed(state, curves, place)[counted].mean(axis=1)
    values: list[float | None] = [question.absent] * len(state.truths)
    for k, mean in zip(counted.tolist(), means.tolist(), strict=True):
        values[k] = mean
    return values


def _measured(question: Question, state: MatchState, curves: ReadCurves, place: TablePlace) -> FloatArray:
    """What the question's own measure gives for each class [K]; computed once for all its parts."""
    a, caps, thresholds = place
    cap = int(state.parameters.max_detections[int(caps[0])])
    key = (question.measure, a, cap, tuple(thresholds.tolist()))
    if key not in curves.measured:
        assert question.measure is not None
        outcomes = (_OUTCOMES, *key[1:])
        if outcomes not in curves.measured:
            if (_RANKED, cap) not in curves.measured:
                curves.measured[_RANKED, cap] = class_outcomes.RankedRows(state, cap)
            order = class_outcomes.OutcomeOrder(state, a, cap, thresholds, curves.measured[_RANKED, cap])
            curves.measured[outcomes] = order.as_it_is()
        curves.measured[key] = _value_of(question.measure, key, curves.measured)
    values = curves.measured[key]
    part: FloatArray = values if values.ndim == 1 else values[:, question.part]
    return part


def _value_of(measure: class_outcomes.Measure, key: tuple[Any, ...], measured: dict[Any, Any]) -> FloatArray:
    """Of the outcomes, or of what measures of other quirks have read of them."""
    outcomes = measured[_OUTCOMES, *key[1:]]
    if not isinstance(measure, class_outcomes.ReadingMeasure):
        return measure(outcomes)
    shared = (_READ, measure.reads, *key[1:])
    if shared not in measured:
        measured[shared] = measure.read(outcomes)
    return measure.of_read(measured[shared])


def measured_again(curves: ReadCurves, parts: Sequence[tuple[Int64Array, MatchState]]) -> dict[Any, Any]:
    """What measures of other curves may begin with, where only the order of rows in some classes differs.

    Parameters
    ----------
    curves : Curves or DeferredCurves
        That were measured.
    parts : sequence of (int64 array [C], MatchState)
        Classes, and a state of these alone, numbered from 0.
    """
    ranked: dict[int, list[class_outcomes.RankedRows]] = {}
    again: dict[Any, Any] = {}
    for key, found in curves.measured.items():
        if key[0] == _CLOSED:
            again[key] = found
        elif key[0] == _OUTCOMES:
            _, a, cap, thresholds = key
            if cap not in ranked:
                ranked[cap] = [class_outcomes.RankedRows(state, cap) for _, state in parts]
            outcomes = list(found)
            for (classes, state), rows in zip(parts, ranked[cap], strict=True):
                order = class_outcomes.OutcomeOrder(state, a, cap, np.array(thresholds), rows)
                for k, each in zip(classes.tolist(), order.as_it_is(), strict=True):
                    outcomes[k] = each
            again[key] = outcomes
    return again


def _closed(state: MatchState, curves: ReadCurves, place: TablePlace) -> FloatArray:
    """What the closing line adds for each class and threshold [K, T]."""
    a, caps, thresholds = place
    cap = int(state.parameters.max_detections[int(caps[0])])
    key = (_CLOSED, a, cap)
    if key not in curves.measured:
        recall = curves.recall[:, :, a, int(caps[0])].T
        curves.measured[key] = closing_line.ClosingLine(state, a, cap).areas(recall)
    found: FloatArray = curves.measured[key][:, thresholds]
    return found


def _why_no_truth(label: str, state: MatchState) -> str:
    if len(state.images) == 0:
        return "no images"
    if len(state.categories) == 0:
        return "no categories"
    labels = list(state.parameters.area_ranges)
    if label in _SIZES:
        return f"no truth of {label} size"
    if label != "all" or state.truths.any():
        low, high = state.parameters.area_ranges[labels[labels.index(label)]]
        if (low, high) == (0, math.inf):  # a set of truths, not of sizes
            return f"no truth that counts in {label!r}"
        return f"no truth with an area in {label!r}, {low:g} to {high:g}"
    return "no truth that counts"


def _vector(state: MatchState, metrics: Mapping[str, float | None]) -> FloatArray:
    """The reference's summary vector, -1 for undefined."""
    keys = protocol_of(state.parameters).vector
    wanted = metrics if keys is None else keys(state.parameters)
    return np.array([-1.0 if metrics.get(key) is None else metrics[key] for key in wanted])
