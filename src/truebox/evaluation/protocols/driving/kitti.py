"""KITTI: 2-D boxes and their direction; easy, moderate and hard; 40 and 11 steps of recall."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import datasets
from truebox.errors import ArgumentError
from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol, Question
from truebox.evaluation.protocols.driving.recall_steps import CurveMeasure
from truebox.evaluation.protocols.driving.truth_by_truth import FALSE, HIT, ImageSides, match_image
from truebox.evaluation.states.parameters import CocoParameters, without_sizes
from truebox.evaluation.states.quirks import Quirk, QuirkEntry
from truebox.records import Finding, Ids

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.states.alignment import Alignment
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int64Array

__all__ = ["PROTOCOL"]

_OVERLAPS = {"car": 0.7, "pedestrian": 0.5, "cyclist": 0.5}
_NEIGHBOURS = {"car": "van", "pedestrian": "person_sitting"}
_AREA = "dontcare"
_SETS = {"moderate": (25.0, 1.0, 0.3), "easy": (40.0, 0.0, 0.15), "hard": (25.0, 2.0, 0.5)}
"""Least height, greatest occlusion and truncation. The first speaks for all."""

_ORDER = ("easy", "moderate", "hard")
_READ = ("truncated", "occluded")
_UNKNOWN_ANGLE = -10.0

SMALL_OF_OTHERS = QuirkEntry(
    1, Quirk.SMALL_OF_OTHERS, "low detections of other classes are neutral too, and take objects", "K"
)
FEW_THRESHOLDS = QuirkEntry(
    2,
    Quirk.FEW_THRESHOLDS,
    "each step of recall needs an object found: below 40 objects AP stays below 1",
    "K",
)
UNDETECTED_CLASS = QuirkEntry(4, Quirk.UNDETECTED_CLASS, "a class that nothing detects is left out", "K")


def _defaults(geometry: str, mended: Quirk) -> CocoParameters:
    del mended
    return without_sizes(
        "kitti", geometry, np.array([_OVERLAPS["pedestrian"]]), recalls=np.arange(41) / 40, labels=_SETS
    )


def _complete(truth: Truth, given: Any) -> Truth:
    """With truncation, occlusion and direction, and a word where these or DontCare areas are missing."""
    found = datasets.with_annotation_values(truth, given, (*_READ, "alpha"))
    if not len(found):
        return found
    name, findings = found.source.name, list(found.findings)
    missing = [key for key in _READ if key not in found.attributes]
    if missing:
        text = f"{name} does not say what is {' and '.join(missing)}: every object counts as seen whole"
        findings.append(Finding("W-313", text, len(found)))
    if _AREA not in {each.lower() for each in found.categories.names}:
        text = f"{name} has no DontCare areas: every detection without an object is false"
        findings.append(Finding("W-313", text))
    return replace(found, findings=tuple(findings))


def _select(case: Case) -> Case:
    """Car, Pedestrian and Cyclist are evaluated; who is too low, hidden or cut is ignored, set by set."""
    truth = case.truth
    ignored = truth.ignore | truth.crowd
    height = truth.boxes[:, 3]
    truncated, occluded = (_column(truth.attributes, key, len(truth), 0.0) for key in _READ)
    outside = np.zeros(len(truth), np.uint64)
    for bit, (least, most_hidden, most_cut) in enumerate(_SETS.values()):
        out = (height <= least) | (occluded > most_hidden) | (truncated > most_cut)
        outside |= out.astype(np.uint64) << np.uint64(bit)
    return replace(
        case,
        truth=replace(truth, crowd=np.zeros_like(ignored), ignore=ignored),
        alignment=_of_three(case.alignment),
        uncounted=ignored,
        outside=outside,
    )


def _of_three(alignment: Alignment) -> Alignment:
    """With the classes that KITTI evaluates alone."""
    lower = [name.lower() for name in alignment.category_names]
    chosen = [k for k, name in enumerate(lower) if name in _OVERLAPS]
    if len({lower[k] for k in chosen}) < len(chosen):
        raise ArgumentError(
            "protocol: 'kitti' does not tell classes apart by upper case, and two have one name. "
            "Fix: make them one class."
        )
    places = np.full(len(lower) + 1, -1, dtype=np.int32)  # the last: of rows that are not evaluated
    places[chosen] = np.arange(len(chosen), dtype=np.int32)
    return replace(
        alignment,
        categories=Ids.of([alignment.categories[k] for k in chosen]),
        category_names=tuple(alignment.category_names[k] for k in chosen),
        predicted_category=places[alignment.predicted_category],
        true_category=places[alignment.true_category],
    )


def _column(attributes: Mapping[str, AnyArray], key: str, count: int, otherwise: float) -> FloatArray:
    column = attributes.get(key)
    if column is None:
        return np.full(count, otherwise)
    values = np.array([np.nan if each is None else each for each in column.tolist()], dtype=np.float64)
    stated: FloatArray = np.where(np.isnan(values), otherwise, values)
    return stated


def _settle(case: Case, matched: Matched) -> Matched:
    """Matched again truth by truth: what each detection adds at the cut of its score."""
    state, alignment = matched.state, case.alignment
    if not alignment.category_names:
        raise ArgumentError(
            "protocol: 'kitti' evaluates Car, Pedestrian and Cyclist, and there are "
            f"{', '.join(case.truth.categories.names) or 'no classes'}. "
            "Fix: name another protocol, or rename the classes."
        )
    angle = _column(case.predictions.attributes, "alpha", len(case.predictions), _UNKNOWN_ANGLE)
    there = alignment.predicted_image >= 0
    oriented = not (angle[there] == _UNKNOWN_ANGLE).any() and "alpha" in case.truth.attributes
    ignored = np.ones((len(case.predictions), len(_SETS)), dtype=bool)
    hit = np.zeros_like(ignored)
    values = np.zeros((len(case.predictions), len(_SETS), 2))
    partners = np.full(len(case.predictions), -1, dtype=np.int64)
    for bit, found, truths, sides, threshold in _images(case, angle, state.mended):
        outcome = match_image(sides, threshold)
        own = sides.counting
        rows = found[own]
        hit[rows, bit] = outcome.kind[own] == HIT
        ignored[rows, bit] = (outcome.kind[own] != HIT) & (outcome.kind[own] != FALSE)
        values[rows, bit, 0] = outcome.sampled[own]
        values[rows, bit, 1] = outcome.likeness[own]
        if bit == 0:
            partner = outcome.partner[own]
            partners[rows[partner >= 0]] = truths[partner[partner >= 0]]
    if not oriented:
        values[:, :, 1] = np.nan
    settled = replace(
        state,
        matched=_as_words(hit[state.row]),
        ignored=_as_words(ignored[state.row]),
        values=values[state.row].reshape(len(state), -1),
    )
    return replace(matched, state=settled, partners=partners)


def _as_words(flags: BoolArray) -> AnyArray:
    words = np.zeros((len(flags), 1), dtype=np.uint64)
    for bit in range(flags.shape[1]):
        words[:, 0] |= flags[:, bit].astype(np.uint64) << np.uint64(bit)
    return words


def _images(
    case: Case, angle: FloatArray, mended: Quirk
) -> Iterator[tuple[int, Int64Array, Int64Array, ImageSides, float]]:
    """Each image with detections, class and set: the rows of both sides, and what is matched by."""
    truth, alignment = case.truth, case.alignment
    true_angle = _column(truth.attributes, "alpha", len(truth), 0.0)
    label = _labels(truth)
    high = case.predictions.boxes[:, 3]
    truths_of = _rows_by_image(alignment.true_image, len(alignment.images))
    for image, found in enumerate(_rows_by_image(alignment.predicted_image, len(alignment.images))):
        if not len(found):
            continue
        held = truths_of[image]
        boxes, score = case.predictions.boxes[found], case.predictions.scores[found]
        shared, union = _shared(boxes, truth.boxes[held])
        overlap = _ratio(shared, union)
        area = (boxes[:, 2] * boxes[:, 3])[:, None]
        inside = _ratio(shared, np.broadcast_to(area, shared.shape))[:, label[held] == _AREA]
        likeness = (1 + np.cos(angle[found][:, None] - true_angle[held])) / 2
        for k, name in enumerate(alignment.category_names):
            threshold = _OVERLAPS[name.lower()]
            same = alignment.true_category[held] == k
            near = same | (label[held] == _NEIGHBOURS.get(name.lower(), name.lower()))
            own = alignment.predicted_category[found] == k
            others = own if Quirk.SMALL_OF_OTHERS in mended else np.ones_like(own)
            if not own.any():
                continue
            assert case.outside is not None
            assert case.uncounted is not None
            for bit, (least, _, _) in enumerate(_SETS.values()):
                low = high[found] < least
                out = (case.outside[held] >> np.uint64(bit)) & np.uint64(1) != 0
                sides = ImageSides(
                    score=score,
                    overlap=overlap[:, near],
                    counting=own & ~low,
                    neutral=others & low,
                    excused=np.any(inside > threshold, axis=1),
                    ignored=(out | ~same | (case.uncounted[held] != 0))[near],
                    likeness=likeness[:, near],
                )
                yield bit, found, held[near], sides, threshold


def _labels(truth: Truth) -> AnyArray:
    """The class of each row, in lower case."""
    names = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    return np.array([names.get(each, "").lower() for each in truth.category.tolist()], dtype=object)


def _rows_by_image(image: AnyArray, count: int) -> list[Int64Array]:
    order = np.argsort(image, kind="stable")
    bounds = np.searchsorted(image[order], np.arange(count + 1))
    return [order[bounds[k] : bounds[k + 1]] for k in range(count)]


def _shared(found: FloatArray, true: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The area that both share, and that of their union [D, G]."""
    low = np.maximum(found[:, None, :2], true[None, :, :2])
    high = np.minimum((found[:, :2] + found[:, 2:])[:, None], (true[:, :2] + true[:, 2:])[None])
    sides = high - low
    shared = np.where((sides > 0).all(axis=2), sides[..., 0] * sides[..., 1], 0.0)
    areas = (found[:, 2] * found[:, 3])[:, None] + (true[:, 2] * true[:, 3])[None]
    return shared, areas - shared


def _ratio(part: FloatArray, whole: FloatArray) -> FloatArray:
    return np.divide(part, whole, out=np.zeros_like(part), where=part > 0)


def _questions(state: MatchState, truth: Truth | None) -> list[Question]:
    del truth
    cap = state.parameters.max_detections[-1]
    plain, oriented = (
        CurveMeasure(
            each,
            every_score=Quirk.FEW_THRESHOLDS in state.mended,
            undetected_is_zero=Quirk.UNDETECTED_CLASS in state.mended,
        )
        for each in (False, True)
    )
    unsaid = "alpha is unknown (-10) in a detection, or nothing counts"

    def asked(key: str, label: str, part: int, turned: bool = False) -> Question:
        measure, why = (oriented, unsaid) if turned else (plain, f"no {label} object, or nothing detected")
        return Question(key, not turned, label, cap, measure=measure, part=part, why=why)

    return [
        asked("AP", "moderate", 0),
        *(asked(f"AP[{label}]", label, 0) for label in _ORDER),
        *(asked(f"AP[{label}@11]", label, 1) for label in _ORDER),
        *(asked(f"AOS[{label}]", label, 0, turned=True) for label in _ORDER),
        *(asked(f"AOS[{label}@11]", label, 1, turned=True) for label in _ORDER),
        Question("AR", False, "moderate", cap),
    ]


PROTOCOL = DetectionProtocol(
    name="kitti",
    title="KITTI",
    reference="KITTI object development kit with 40 recalls (kitti_native_evaluation 17be9e1)",
    takes=EVERY_ARGUMENT
    - {"recall_thresholds", "area_ranges", "iou_thresholds", "max_detections", "class_agnostic"},
    geometries=("boxes",),
    defaults=_defaults,
    questions=_questions,
    ties_by_file=True,
    quirks=Quirk.TIE_ORDER | Quirk.SMALL_OF_OTHERS | Quirk.FEW_THRESHOLDS | Quirk.UNDETECTED_CLASS,
    reported=(SMALL_OF_OTHERS, FEW_THRESHOLDS, UNDETECTED_CLASS),
    complete=_complete,
    select=_select,
    settle=_settle,
    columns=("AP[easy]", "AP[moderate]", "AP[hard]", "AOS[moderate]"),
    leaves_out={
        "truths": "other classes; Van and Person_sitting are neutral, DontCare excuses",
        "detections": "other classes than Car, Pedestrian and Cyclist",
        "uncounted": "objects to be ignored",
    },
    whole_only=True,
    overlap_said="IoU 0.7 of cars, 0.5 of others",
)
