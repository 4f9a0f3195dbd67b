"""The numbers people quote, from the tables of a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.states.accumulation import Curves
    from truebox.evaluation.states.state import MatchState
    from truebox.typing import FloatArray, Int64Array

__all__ = ["KEYPOINT_CAP", "Question", "Summary", "class_metrics", "place_of", "questions", "summarise"]

_SHORT = {"small": "s", "medium": "m", "large": "l"}
_REFERENCE_CAP = 100
KEYPOINT_CAP = 20
"""The cap at which the reference reads every number of keypoints."""

_REFERENCE_LABELS = ("small", "medium", "large")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Summary:
    """Headline metrics, why some are undefined, and the reference's vector of twelve.

    Examples
    --------
    >>> why = {"APs": "no truth of small size"}
    >>> Summary(metrics={"APs": None}, undefined=why, stats=np.ones(12)).undefined
    {'APs': 'no truth of small size'}
    """

    metrics: Mapping[str, float | None]
    undefined: Mapping[str, str]
    stats: FloatArray


@dataclass(frozen=True, slots=True)
class Question:
    """One headline number: the mean of precision or recall over a part of the tables."""

    key: str
    is_precision: bool
    label: str
    cap: int
    threshold: float | None = None


def summarise(state: MatchState, curves: Curves) -> Summary:
    """Means over all categories that have truth.

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
    for question in questions(state):
        value, reason = _answer(question, state, curves)
        metrics[question.key] = value
        if value is None:
            undefined[question.key] = reason
    return Summary(metrics=metrics, undefined=undefined, stats=_stats(state, metrics))


def class_metrics(state: MatchState, curves: Curves) -> list[dict[str, float | None]]:
    """The same per category, with the largest cap of the headline for recall: one mapping each."""
    keys: dict[str, list[float | None]] = {}
    for question in questions(state):
        if not question.is_precision and question.key not in ("AR", f"AR{_headline_cap(state)}"):
            continue
        keys[question.key] = _answer_per_class(question, state, curves)
    return [{key: values[k] for key, values in keys.items()} for k in range(len(state.truths))]


def _headline_cap(state: MatchState) -> int:
    """The cap that everything but AP and the smaller AR is read at: the third, in the reference."""
    caps = state.parameters.max_detections
    if state.parameters.geometry == "keypoints" and Quirk.KEYPOINT_CAP not in state.mended:
        return KEYPOINT_CAP
    return caps[2] if len(caps) > 2 and Quirk.HEADLINE_CAP not in state.mended else caps[-1]


def questions(state: MatchState) -> list[Question]:
    """The headline numbers of a state's parameters, in the order they are shown."""
    cap = _headline_cap(state)
    labels = [label for label in state.parameters.area_ranges if label != "all"]
    suffix = {label: _SHORT.get(label, f"[{label}]") for label in labels}
    if state.parameters.geometry == "keypoints":
        return [
            question
            for precise, name in ((True, "AP"), (False, "AR"))
            for question in (
                Question(name, precise, "all", cap),
                Question(f"{name}50", precise, "all", cap, 0.5),
                Question(f"{name}75", precise, "all", cap, 0.75),
                *(Question(f"{name}{suffix[label]}", precise, label, cap) for label in labels),
            )
        ]
    reads_hundred = state.parameters.protocol == "coco" and Quirk.HEADLINE_CAP not in state.mended
    return [
        Question("AP", True, "all", _REFERENCE_CAP if reads_hundred else cap),
        Question("AP50", True, "all", cap, 0.5),
        Question("AP75", True, "all", cap, 0.75),
        *(Question(f"AP{suffix[label]}", True, label, cap) for label in labels),
        *(
            Question(f"AR{each}", False, "all", each)
            for each in dict.fromkeys(state.parameters.max_detections)
        ),
        *(Question(f"AR{suffix[label]}", False, label, cap) for label in labels),
    ]


def place_of(question: Question, state: MatchState) -> tuple[int, Int64Array, Int64Array] | str:
    """Area range, caps and thresholds of the question in the tables, or why there are none."""
    labels, caps = list(state.parameters.area_ranges), np.array(state.parameters.max_detections)
    thresholds = np.arange(len(state.parameters.iou_thresholds))
    if question.label not in labels:
        return f"no area range is called {question.label!r}"
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
    return labels.index(question.label), places, thresholds


def _answer(question: Question, state: MatchState, curves: Curves) -> tuple[float | None, str]:
    place = place_of(question, state)
    if isinstance(place, str):
        return None, place
    a, caps, thresholds = place
    defined = np.flatnonzero(state.truths[:, a] > 0)
    if len(defined) == 0:
        return None, _why_no_truth(question.label, state)
    part = _by_class(question, a, caps, thresholds, curves)[defined]
    # The reference's order of summation: thresholds, recalls, categories, caps, in one flat row.
    return float(np.mean(np.moveaxis(part, 0, -2).reshape(-1))), ""


def _answer_per_class(question: Question, state: MatchState, curves: Curves) -> list[float | None]:
    place = place_of(question, state)
    if isinstance(place, str) or len(state.truths) == 0:
        return [None] * len(state.truths)
    a, caps, thresholds = place
    part = _by_class(question, a, caps[:1], thresholds, curves)
    means = part.reshape(len(part), -1).mean(axis=1)
    counted = state.truths[:, a] > 0
    return [float(mean) if has_truth else None for mean, has_truth in zip(means, counted, strict=True)]


def _by_class(
    question: Question, a: int, caps: Int64Array, thresholds: Int64Array, curves: Curves
) -> FloatArray:
    """The part of a table with the classes first and the caps last: each class is one stretch of memory."""
    table = curves.precision if question.is_precision else curves.recall
    part = np.moveaxis(table[..., a, :], -2, 0)
    part = part[..., int(caps[0]), None] if len(caps) == 1 else part[..., caps]
    if question.threshold is not None:
        part = part[:, thresholds]
    return np.ascontiguousarray(part)


def _why_no_truth(label: str, state: MatchState) -> str:
    if len(state.images) == 0:
        return "no images"
    if len(state.categories) == 0:
        return "no categories"
    labels = list(state.parameters.area_ranges)
    if label in _SHORT:
        return f"no truth of {label} size"
    if label != "all" or state.truths.any():
        low, high = state.parameters.area_ranges[labels[labels.index(label)]]
        return f"no truth with an area in {label!r}, {low:g} to {high:g}"
    return "no truth that counts"


def _stats(state: MatchState, metrics: Mapping[str, float | None]) -> FloatArray:
    """The reference's twelve (of keypoints ten), -1 for undefined, and for places without a third cap."""
    if state.parameters.geometry == "keypoints":
        parts = ("", "50", "75", "m", "l")
        keys = [f"{name}{part}" for name in ("AP", "AR") for part in parts]
        return _values(keys, metrics)
    caps = [f"AR{cap}" for cap in state.parameters.max_detections[:3]]
    keys = ["AP", "AP50", "AP75", *(f"AP{_SHORT[label]}" for label in _REFERENCE_LABELS)]
    keys += [*caps, *[""] * (3 - len(caps)), *(f"AR{_SHORT[label]}" for label in _REFERENCE_LABELS)]
    return _values(keys, metrics)


def _values(keys: list[str], metrics: Mapping[str, float | None]) -> FloatArray:
    return np.array([-1.0 if metrics.get(key) is None else metrics[key] for key in keys])
