"""nuScenes detection: AP by the distance of centres, five errors of what is found, and NDS of both."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import fitting
from truebox._writing.counted import counted
from truebox.errors import InputError
from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol, ShownCurve
from truebox.evaluation.protocols.driving.centers.chosen_classes import refuse_flat, with_task_classes
from truebox.evaluation.protocols.driving.centers.distance import ERRORS, pair_errors
from truebox.evaluation.protocols.driving.centers.filters import RACKED, RANGES, rows_left
from truebox.evaluation.protocols.driving.centers.measures import CenterMeasure
from truebox.evaluation.protocols.driving.centers.settling import settled_by_centers
from truebox.evaluation.protocols.driving.centers.shown_curves import curves_of_distances
from truebox.evaluation.question import Question
from truebox.evaluation.states.parameters import CocoParameters, without_sizes
from truebox.evaluation.states.quirks import Quirk, QuirkEntry
from truebox.records import Finding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.states.alignment import Alignment
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Predictions, Truth

__all__ = ["PROTOCOL"]

_NAME = "nuscenes"
_DISTANCES = (0.5, 1.0, 2.0, 4.0)
_OF_ERRORS = 2.0
_MOST = 500
_HALF = "barrier"
"""Looks the same from behind."""

_WITHOUT = {"traffic_cone": 3, "barrier": 2}
"""How many of the five errors, from the last, a class has not."""

_SHORT = ("ATE", "ASE", "AOE", "AVE", "AAE")
_NEEDED = ("x_3d", "y_3d", "width_3d", "rotation_w", "velocity_x", "attribute")
_GIVEN = "nuScenes results or tables"

FIRST_RECALL = QuirkEntry(1, Quirk.FIRST_RECALL, "AP and errors are read from recall 0.11 on, not 0.1", "N")
LOW_RECALL = QuirkEntry(
    2, Quirk.LOW_RECALL, "a class found to less than 11 % has all five errors at 1, whatever they are", "N"
)
SCORE_STEPS = QuirkEntry(
    3, Quirk.SCORE_STEPS, "errors are read at scores between detections, not at the recalls", "N"
)
ABSENT_CLASS = QuirkEntry(
    5, Quirk.ABSENT_CLASS, "a class without objects has AP 0 and errors of 1, and is in every mean", "N"
)
_REPORTED = (FIRST_RECALL, LOW_RECALL, SCORE_STEPS, ABSENT_CLASS)


def _defaults(geometry: str, mended: Quirk) -> CocoParameters:
    del mended
    return without_sizes(_NAME, geometry, np.array(_DISTANCES))


def _complete(truth: Truth, given: Any) -> Truth:
    """With a word where nothing says how far objects are from the car, or how many points lie in them."""
    del given
    refuse_flat(truth, _NEEDED, _NAME, _GIVEN)
    findings = list(truth.findings)
    name = truth.source.name
    if len(truth) and "ego_x" not in truth.images.attributes and np.isnan(truth.attributes["ego_x"]).any():
        text = f"{name} does not say where the car is: objects and detections count however far they are"
        findings.append(Finding("W-313", text, len(truth)))
    unknown = int((truth.attributes["points"] < 0).sum()) if len(truth) else 0
    if unknown:
        text = f"{name} does not say how many points lie in {counted(unknown, 'object')}: they count"
        findings.append(Finding("W-313", text, unknown))
    return replace(truth, findings=tuple(findings))


def _select(case: Case) -> Case:
    """The ten classes, near enough, with points, and not in a bicycle rack."""
    refuse_flat(case.predictions, _NEEDED, _NAME, _GIVEN)
    alignment = with_task_classes(case.alignment, case.truth, RANGES, _NAME)
    _refuse_unlisted(case.predictions, alignment)
    _refuse_many(case.predictions, alignment)
    places = {name: k for k, name in enumerate(case.alignment.category_names)}
    racks = case.alignment.true_category == places.get(RACKED, -2)
    found, true = rows_left(case, alignment, racks)
    return replace(
        case,
        alignment=replace(
            alignment,
            predicted_image=np.where(found, alignment.predicted_image, -1).astype(np.int32),
            true_image=np.where(true, alignment.true_image, -1).astype(np.int32),
        ),
    )


def _refuse_unlisted(predictions: Predictions, alignment: Alignment) -> None:
    """A result file lists every sample, those without detections too."""
    if predictions.source.format != _NAME:
        return
    listed = set(predictions.image.names or ())
    missing = [each for each in alignment.images.tolist() if each not in listed]
    if missing:
        raise InputError(
            "E-146",
            predictions.source.name,
            f"{len(missing)} of {counted(len(alignment.images), 'sample')} not listed: {missing[0]!r} ...",
            "list every sample, with [] where nothing is found; or evaluate one split (--split val)",
        )


def _refuse_many(predictions: Predictions, alignment: Alignment) -> None:
    held = alignment.predicted_image[alignment.predicted_image >= 0]
    counts = np.bincount(held, minlength=len(alignment.images))
    if len(counts) and counts.max() > _MOST:
        sample = alignment.images[int(counts.argmax())]
        raise InputError(
            "E-146",
            predictions.source.name,
            f"sample {sample!r} has {counts.max()} detections, and {_MOST} are allowed",
            f"keep the {_MOST} of the highest scores",
        )


def _settle(case: Case, matched: Matched) -> Matched:
    return settled_by_centers(
        case,
        matched,
        axes="xy",
        errors=pair_errors,
        count=len(ERRORS),
        place=_DISTANCES.index(_OF_ERRORS),
        half=_HALF,
        last_first=True,
    )


def _questions(state: MatchState, truth: Truth | None) -> list[Question]:
    cap, without = state.parameters.max_detections[-1], None
    if truth is not None:  # which errors a class has is known by its name
        names = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
        without = tuple(_WITHOUT.get(names[each], 0) for each in state.categories.tolist())
    measure = CenterMeasure(state.mended, _DISTANCES.index(_OF_ERRORS), without)
    one = Question(
        "AP",
        True,
        "all",
        cap,
        measure=measure,
        drawn=measure.drawn,
        counts_absent=True,
        needs_truth=Quirk.ABSENT_CLASS in state.mended,
    )
    distances = [f"AP[{each:g}m]" for each in _DISTANCES]
    asked = [one, *(replace(one, key=key, part=1 + part) for part, key in enumerate(distances))]
    if without is not None:
        first = 1 + len(distances)
        error = replace(one, is_precision=False, smaller_is_better=True, why="no class evaluated has it")
        asked += [replace(error, key=key, part=first + part) for part, key in enumerate(_SHORT)]
        score = replace(one, key="NDS", is_precision=False, part=first + len(_SHORT), per_class=False)
        asked.insert(0, score)  # by which the leaderboard ranks
    return [*asked, Question("AR", False, "all", cap)]


def _curves(state: MatchState) -> Sequence[ShownCurve]:
    return curves_of_distances(state, CenterMeasure(state.mended, _DISTANCES.index(_OF_ERRORS)).curve)


PROTOCOL = DetectionProtocol(
    name=_NAME,
    title="nuScenes",
    reference="nuscenes-devkit 1.2.0 (eval/detection, detection_cvpr_2019)",
    takes=EVERY_ARGUMENT
    - {"recall_thresholds", "area_ranges", "iou_thresholds", "max_detections", "class_agnostic"}
    - {"sigmas", "dilation_ratio", "box_format"},
    defaults=_defaults,
    questions=_questions,
    quirks=Quirk.TIE_ORDER | Quirk.FIRST_RECALL | Quirk.LOW_RECALL | Quirk.SCORE_STEPS | Quirk.ABSENT_CLASS,
    reported=_REPORTED,
    complete=_complete,
    select=_select,
    settle=_settle,
    columns=("NDS", "AP", *_SHORT),
    leaves_out={
        "truths": "other classes, objects too far away, without points, or in a bicycle rack",
        "detections": "detections too far away, or in a bicycle rack",
    },
    other_readings=partial(fitting.fits_of_cuboids, without=("upright",)),
    whole_only=True,
    curves=_curves,
    overlap_said="centre within 0.5 m",
    distances=True,
)
