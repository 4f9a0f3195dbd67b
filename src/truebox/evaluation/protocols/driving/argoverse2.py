"""Argoverse 2 detection: AP by the distance of centres, three errors of what is found, and CDS of both."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import fitting
from truebox._writing.counted import counted
from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol, ShownCurve
from truebox.evaluation.protocols.driving.centers.chosen_classes import refuse_flat, with_task_classes
from truebox.evaluation.protocols.driving.centers.cuboid_errors import cuboid_errors
from truebox.evaluation.protocols.driving.centers.cuboid_measure import CuboidMeasure
from truebox.evaluation.protocols.driving.centers.settling import settled_by_centers
from truebox.evaluation.protocols.driving.centers.shown_curves import curves_of_distances
from truebox.evaluation.question import Question
from truebox.evaluation.states.parameters import CocoParameters, without_sizes
from truebox.evaluation.states.quirks import Quirk, QuirkEntry
from truebox.records import Finding

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth
    from truebox.typing import AnyArray, BoolArray, FloatArray

__all__ = ["PROTOCOL"]

_NAME = "argoverse2"
_DISTANCES = (0.5, 1.0, 2.0, 4.0)
_OF_ERRORS = 2.0
_FAR = 150.0
_MOST = 100
_SHORT = ("ATE", "ASE", "AOE")
_NEEDED = ("x_3d", "y_3d", "z_3d", "length_3d", "rotation_w", "points")
_GIVEN = "tables of Argoverse 2"

CLASSES = (
    *("ARTICULATED_BUS", "BICYCLE", "BICYCLIST", "BOLLARD", "BOX_TRUCK", "BUS", "CONSTRUCTION_BARREL"),
    *("CONSTRUCTION_CONE", "DOG", "LARGE_VEHICLE", "MESSAGE_BOARD_TRAILER"),
    *("MOBILE_PEDESTRIAN_CROSSING_SIGN", "MOTORCYCLE", "MOTORCYCLIST", "PEDESTRIAN", "REGULAR_VEHICLE"),
    *("SCHOOL_BUS", "SIGN", "STOP_SIGN", "STROLLER", "TRUCK", "TRUCK_CAB", "VEHICULAR_TRAILER"),
    *("WHEELCHAIR", "WHEELED_DEVICE", "WHEELED_RIDER"),
)
"""Of the detection task."""

FIRST_CLAIM = QuirkEntry(
    1,
    Quirk.FIRST_CLAIM,
    "an object belongs to the first detection whose nearest it is, too far or not; no other finds it",
    "A",
)
ABSENT_CLASS = QuirkEntry(
    2,
    Quirk.ABSENT_CLASS,
    "a class without objects has AP 0 and the largest errors, and is in every mean",
    "A",
)
WHOLE_TURN = QuirkEntry(
    3,
    Quirk.WHOLE_TURN,
    "directions a whole turn apart, just beyond 180 degrees and at them, are half a turn apart",
    "A",
)
_REPORTED = (FIRST_CLAIM, ABSENT_CLASS, WHOLE_TURN)


def _defaults(geometry: str, mended: Quirk) -> CocoParameters:
    del mended
    return without_sizes(_NAME, geometry, np.array(_DISTANCES))


def _complete(truth: Truth, given: Any) -> Truth:
    """With a word on the region of interest, which no map is read for."""
    del given
    refuse_flat(truth, _NEEDED, _NAME, _GIVEN)
    if not len(truth):
        return truth
    name, findings = truth.source.name, list(truth.findings)
    text = (
        f"{name} has no map: what stands far off the road counts too. The kit leaves it out where it is "
        "given the maps (eval_only_roi_instances)"
    )
    findings.append(Finding("W-313", text))
    unknown = int((truth.attributes["points"] < 0).sum())
    if unknown:
        text = f"{name} does not say how many points lie in {counted(unknown, 'object')}: they count"
        findings.append(Finding("W-313", text, unknown))
    return replace(truth, findings=tuple(findings))


def _select(case: Case) -> Case:
    """The classes of the task, near enough, objects with points, and the best of a sweep and class."""
    refuse_flat(case.predictions, _NEEDED, _NAME, _GIVEN)
    alignment = with_task_classes(case.alignment, case.truth, CLASSES, _NAME)
    true = _near(case.truth.attributes, len(case.truth)) if len(case.truth) else np.ones(0, dtype=bool)
    if len(case.truth):
        true &= case.truth.attributes["points"] != 0
    found = _near(case.predictions.attributes, len(case.predictions))
    image = np.where(found, alignment.predicted_image, -1).astype(np.int32)
    image[_beyond(image, alignment.predicted_category, case.predictions.scores)] = -1
    return replace(
        case,
        alignment=replace(
            alignment,
            predicted_image=image,
            true_image=np.where(true, alignment.true_image, -1).astype(np.int32),
        ),
    )


def _near(columns: Mapping[str, AnyArray], rows: int) -> BoolArray:
    if not rows:
        return np.ones(0, dtype=bool)
    x, y, z = (columns[f"{axis}_3d"] for axis in "xyz")
    near: BoolArray = np.sqrt(x * x + y * y + z * z) < _FAR
    return near


def _beyond(image: AnyArray, category: AnyArray, scores: FloatArray) -> AnyArray:
    """Rows after the first hundred of their sweep and class, by score."""
    rows = np.flatnonzero((image >= 0) & (category >= 0))
    key = category[rows].astype(np.int64) * (int(image.max(initial=0)) + 1) + image[rows]
    if len(rows) <= _MOST or np.bincount(key).max() <= _MOST:
        return rows[:0]
    order = np.lexsort((rows, -scores[rows], key))
    key = key[order]
    first = np.flatnonzero(np.append(True, key[1:] != key[:-1]))
    place = np.arange(len(key)) - np.repeat(first, np.diff(np.append(first, len(key))))
    return rows[order[place >= _MOST]]


def _settle(case: Case, matched: Matched) -> Matched:
    mended = matched.state.mended

    def errors(found: Mapping[str, AnyArray], true: Mapping[str, AnyArray], half: BoolArray) -> FloatArray:
        del half  # nothing looks the same from behind
        return cuboid_errors(found, true, whole_turn=Quirk.WHOLE_TURN not in mended)

    return settled_by_centers(
        case,
        matched,
        axes="xyz",
        errors=errors,
        count=len(_SHORT),
        place=_DISTANCES.index(_OF_ERRORS),
        once=Quirk.FIRST_CLAIM not in mended,
    )


def _questions(state: MatchState, truth: Truth | None) -> list[Question]:
    del truth
    cap = state.parameters.max_detections[-1]
    measure = CuboidMeasure(state.mended, _DISTANCES.index(_OF_ERRORS), _OF_ERRORS)
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
    keys = [f"AP[{each:g}m]" for each in _DISTANCES]
    error = replace(one, is_precision=False, smaller_is_better=True)
    first = 1 + len(keys)
    return [
        replace(
            one, key="CDS", is_precision=False, part=first + len(_SHORT)
        ),  # by which the leaderboard ranks
        one,
        *(replace(one, key=key, part=1 + part) for part, key in enumerate(keys)),
        *(replace(error, key=key, part=first + part) for part, key in enumerate(_SHORT)),
        Question("AR", False, "all", cap),
    ]


def _curves(state: MatchState) -> Sequence[ShownCurve]:
    return curves_of_distances(
        state, CuboidMeasure(state.mended, _DISTANCES.index(_OF_ERRORS), _OF_ERRORS).curve
    )


PROTOCOL = DetectionProtocol(
    name=_NAME,
    title="Argoverse 2",
    reference="av2-api 0.3.6 (av2.evaluation.detection)",
    takes=EVERY_ARGUMENT
    - {"recall_thresholds", "area_ranges", "iou_thresholds", "max_detections", "class_agnostic"}
    - {"sigmas", "dilation_ratio", "box_format"},
    defaults=_defaults,
    questions=_questions,
    quirks=Quirk.TIE_ORDER
    | Quirk.PRECISION_EPSILON
    | Quirk.FIRST_CLAIM
    | Quirk.ABSENT_CLASS
    | Quirk.WHOLE_TURN,
    reported=_REPORTED,
    complete=_complete,
    select=_select,
    settle=_settle,
    columns=("CDS", "AP", *_SHORT),
    leaves_out={
        "truths": "other classes, objects 150 m away or farther, or without points",
        "detections": "detections 150 m away or farther, or after the best 100 of a sweep and class",
    },
    other_readings=fitting.fits_of_cuboids,
    whole_only=True,
    curves=_curves,
    overlap_said="centre within 0.5 m",
    distances=True,
)
"""Boxes in space by the distance of their centres, along all three axes."""
