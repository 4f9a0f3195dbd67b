"""KITTI: boxes in the picture, on the ground and in space; easy, moderate and hard; 40 and 11 recalls."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import datasets, fitting
from truebox.errors import ArgumentError
from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol, Ignored, ShownCurve
from truebox.evaluation.protocols.driving.recall_steps import BITS_OF_VIEW, SHOWN, CurveMeasure
from truebox.evaluation.protocols.driving.truth_by_truth import (
    FALSE,
    HIT,
    SPACE,
    UNKNOWN_ANGLE,
    DrivingSides,
    attribute_numbers,
    taken_by_truths,
    upright_boxes,
)
from truebox.evaluation.question import Question
from truebox.evaluation.states.class_outcomes import OutcomeOrder
from truebox.evaluation.states.parameters import CocoParameters, without_sizes
from truebox.evaluation.states.quirks import Quirk, QuirkEntry
from truebox.records import Finding, Ids

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.states.alignment import Alignment
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth
    from truebox.typing import AnyArray, BoolArray

__all__ = ["PROTOCOL"]

_OVERLAPS = {"car": 0.7, "pedestrian": 0.5, "cyclist": 0.5}
_NEIGHBOURS = {"car": "van", "pedestrian": "person_sitting"}
_AREA = "dontcare"
_SETS = {"moderate": (25.0, 1.0, 0.3), "easy": (40.0, 0.0, 0.15), "hard": (25.0, 2.0, 0.5)}
"""Least height, greatest occlusion and truncation. The first speaks for all."""

_ORDER = ("easy", "moderate", "hard")
_READ = ("truncated", "occluded")
_NOWHERE = -1000.0
_UNPLACED = "no detection of a class with {} objects has "
_NUMBERS = (
    ("AP", "picture", False, ""),
    ("AOS", "picture", True, "alpha is unknown (-10) in a detection, or nothing counts"),
    ("AP_BEV", "ground", False, _UNPLACED + "a footprint (width, length, x and z)"),
    ("AP_3D", "space", False, _UNPLACED + "a box in space (height, width, length, x, y and z)"),
)
"""Names of numbers, where they are measured, whether directions count, and what lacks where undefined."""

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
    found = datasets.with_annotation_values(truth, given, (*_READ, "alpha", *SPACE))
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
    truncated, occluded = (attribute_numbers(truth.attributes, key, len(truth), 0.0) for key in _READ)
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


def _ignores(case: Case) -> list[Ignored]:
    """Detections that are neutral, whatever their class, because they are low."""
    height = np.trunc(case.predictions.boxes[:, 3])
    return [
        Ignored("detections", "takes for neutral", f"lower than the {least} pixels of {sets}", height < least)
        for least, sets in ((25, "every set"), (40, "easy"))
    ]


def _settle(case: Case, matched: Matched) -> Matched:
    """Matched again truth by truth: what each detection adds at the cut of its score."""
    state, alignment = matched.state, case.alignment
    if not alignment.category_names:
        raise ArgumentError(
            "protocol: 'kitti' evaluates Car, Pedestrian and Cyclist, and there are "
            f"{', '.join(case.truth.categories.names) or 'no classes'}. "
            "Fix: name another protocol, or rename the classes."
        )
    sides = _sides(case)
    outcome = taken_by_truths(
        sides,
        len(alignment.images),
        thresholds=[_OVERLAPS[name.lower()] for name in alignment.category_names],
        least=[least for least, _, _ in _SETS.values()],
        threads=case.threads,
    )
    there = alignment.predicted_image >= 0
    oriented = not (sides.angle[there] == UNKNOWN_ANGLE).any() and "alpha" in case.truth.attributes
    bits = np.zeros(outcome.flags.shape[:2], dtype=np.uint16)
    for view, shown in enumerate(_shown(sides)):
        its = outcome.flags[:, :, view] | (shown * np.uint8(SHOWN))[:, None]
        bits |= its.astype(np.uint16) << np.uint16(BITS_OF_VIEW * view)
    bits = bits[state.row]
    values = np.empty((len(state), len(_SETS), 2))
    values[:, :, 0] = outcome.likeness[state.row] if oriented else np.nan
    values[:, :, 1] = bits
    kinds = bits & np.uint16(HIT | FALSE)
    settled = replace(
        state,
        matched=_as_words(kinds == HIT),
        ignored=_as_words(kinds == 0),
        values=values.reshape(len(state), values.shape[1] * values.shape[2]),
    )
    return replace(matched, state=settled, partners=outcome.partner)


def _sides(case: Case) -> DrivingSides:
    """What truths choose from."""
    truth, predictions, alignment = case.truth, case.predictions, case.alignment
    assert case.outside is not None
    assert case.uncounted is not None
    names = [name.lower() for name in alignment.category_names]
    known = zip(truth.categories.ids.tolist(), truth.categories.names, strict=True)
    label_of = {each: name.lower() for each, name in known}
    places = {_NEIGHBOURS[name]: k for k, name in enumerate(names) if name in _NEIGHBOURS}
    labels = [label_of.get(each, "") for each in truth.category.tolist()]
    every = np.uint64(2 ** len(_SETS) - 1)
    return DrivingSides(
        boxes=predictions.boxes,
        true_boxes=truth.boxes,
        space=upright_boxes(predictions.attributes, len(predictions)),
        true_space=upright_boxes(truth.attributes, len(truth)),
        angle=attribute_numbers(predictions.attributes, "alpha", len(predictions), UNKNOWN_ANGLE),
        true_angle=attribute_numbers(truth.attributes, "alpha", len(truth), 0.0),
        image=alignment.predicted_image,
        true_image=alignment.true_image,
        score=predictions.scores,
        label=alignment.predicted_category,
        counts_for=alignment.true_category,
        neutral_for=np.array([places.get(each, -1) for each in labels], dtype=np.int32),
        area=np.array([each == _AREA for each in labels], dtype=bool),
        ignored=np.where(case.uncounted != 0, every, case.outside),
    )


def _shown(sides: DrivingSides) -> tuple[BoolArray, BoolArray, BoolArray]:
    """Detections [D] that have a box in the picture, a footprint, and a box in space: the kit's own tests."""
    picture = sides.boxes[:, 0] >= 0
    if sides.space is None or sides.true_space is None:
        return picture, np.zeros_like(picture), np.zeros_like(picture)
    high, wide, long, x, y, z, _ = sides.space.T
    ground = (x != _NOWHERE) & (z != _NOWHERE) & (wide > 0) & (long > 0)
    return picture, ground, ground & (y != _NOWHERE) & (high > 0)


def _as_words(flags: BoolArray) -> AnyArray:
    words = np.zeros((len(flags), 1), dtype=np.uint64)
    for bit in range(flags.shape[1]):
        words[:, 0] |= flags[:, bit].astype(np.uint64) << np.uint64(bit)
    return words


def _questions(state: MatchState, truth: Truth | None) -> list[Question]:
    del truth
    cap = state.parameters.max_detections[-1]
    strict = {
        "alone": Quirk.SMALL_OF_OTHERS in state.mended,
        "every_score": Quirk.FEW_THRESHOLDS in state.mended,
        "undetected_is_zero": Quirk.UNDETECTED_CLASS in state.mended,
    }

    def asked(key: str, label: str, part: int, measure: CurveMeasure, why: str) -> Question:
        precise = not measure.oriented
        return Question(key, precise, label, cap, measure=measure, drawn=measure.drawn, part=part, why=why)

    found = []
    for name, view, oriented, lacking in _NUMBERS:
        measure = CurveMeasure(oriented, view=view, **strict)
        why = lacking or "no {} object, or nothing detected"
        for part, points in enumerate(("", "@11")):
            found += [
                asked(f"{name}[{each}{points}]", each, part, measure, why.format(each)) for each in _ORDER
            ]
    # The leaderboard ranks by the moderate set, which is AP for whoever asks for no set.
    first = next(each for each in found if each.key == "AP[moderate]")
    others = [each for each in found if each is not first]
    return [first, replace(first, key="AP"), *others, Question("AR", False, "moderate", cap)]


def _curves(state: MatchState) -> list[ShownCurve]:
    """In the picture, at the steps of recall that AP is read at."""
    labels, cap = list(state.parameters.area_ranges), state.parameters.max_detections[-1]
    measure = CurveMeasure(
        False,
        alone=Quirk.SMALL_OF_OTHERS in state.mended,
        every_score=Quirk.FEW_THRESHOLDS in state.mended,
        undetected_is_zero=Quirk.UNDETECTED_CLASS in state.mended,
    )
    found, recall = [], np.linspace(0, 1, 41)
    for label in _ORDER:
        classes = OutcomeOrder(state, labels.index(label), cap, np.array([0])).as_it_is()
        precision = np.full((len(classes), len(recall)), np.nan)
        for k, (each, curve) in enumerate(zip(classes, measure.curves(classes), strict=True)):
            if curve is not None and each.truths > 0:  # K9: no mean counts a class without objects
                precision[k] = curve
        found.append(ShownCurve(label, f"AP[{label}]", recall, precision))
    return found


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
    columns=("AP[easy]", "AP[moderate]", "AP[hard]", "AOS[moderate]", "AP_BEV[moderate]", "AP_3D[moderate]"),
    leaves_out={
        "truths": "other classes; Van and Person_sitting are neutral, DontCare excuses",
        "detections": "other classes than Car, Pedestrian and Cyclist",
        "uncounted": "objects to be ignored",
        "unjudged": "low ones, and those in DontCare areas or on objects that do not count",
    },
    ignores=_ignores,
    other_readings=fitting.fits_of_cuboids,
    whole_only=True,
    curves=_curves,
    overlap_said="IoU 0.7 of cars, 0.5 of others",
)
