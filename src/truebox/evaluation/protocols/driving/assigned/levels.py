"""Waymo's rules: who counts at which level and range, and the numbers that are asked for."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import fitting
from truebox._writing.counted import counted
from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol, ShownCurve
from truebox.evaluation.protocols.driving.assigned.assigning import (
    GROUND,
    PICTURE,
    RangeRows,
    assigned_best,
)
from truebox.evaluation.protocols.driving.assigned.cut_measure import CutMeasure
from truebox.evaluation.protocols.driving.centers.chosen_classes import refuse_flat, with_task_classes
from truebox.evaluation.question import Question
from truebox.evaluation.states.class_outcomes import OutcomeOrder
from truebox.evaluation.states.parameters import CocoParameters, without_sizes
from truebox.evaluation.states.quirks import Quirk, QuirkEntry
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Predictions, Truth
    from truebox.typing import BoolArray, FloatArray

__all__ = ["waymo_protocol"]

_OVERLAPS = {"VEHICLE": 0.7, "PEDESTRIAN": 0.5, "CYCLIST": 0.5, "SIGN": 0.5}
_TASK = ("VEHICLE", "PEDESTRIAN", "CYCLIST")
_LEVELS = ("L2", "L1")
_RANGES = {"0-30m": (0.0, 30.0), "30-50m": (30.0, 50.0), "50m+": (50.0, np.inf)}
_FEW_POINTS = 5
_UNSEEN = {GROUND: ("upright",)}
"""Parts of boxes that a view does not measure."""
_NEEDED = ("x_3d", "y_3d", "z_3d", "length_3d", "width_3d", "height_3d", "heading")
_GIVEN = "objects with boxes in space, as the lidar has them"

FEW_CUTS = QuirkEntry(
    1,
    Quirk.FEW_THRESHOLDS,
    "scores are cut in steps of 0.01, and the curve is a line between the points found",
    "B",
)
ABSENT_CLASS = QuirkEntry(
    2, Quirk.ABSENT_CLASS, "a class without objects has AP 0, and is in every mean", "B"
)


def waymo_protocol(
    name: str, title: str, *, view: int, box_type: str, overlap_said: str
) -> DetectionProtocol:
    """The protocol of one kind of boxes.

    Parameters
    ----------
    name, title : str
        Of `Protocol`.
    view : int
        as `assigned_best` takes it.
    box_type : str
        Of the kit's configuration.
    overlap_said : str
        Of `DetectionProtocol`.
    """
    flat = view == PICTURE
    labels = _labels(flat)

    def defaults(geometry: str, mended: Quirk) -> CocoParameters:
        del mended
        return without_sizes(name, geometry, np.array([_OVERLAPS["PEDESTRIAN"]]), labels=labels)

    def complete(truth: Truth, given: Any) -> Truth:
        del given
        return truth if flat or not len(truth) else _with_words(truth, name)

    def select(case: Case) -> Case:
        if not flat:
            refuse_flat(case.predictions, _NEEDED, name, _GIVEN)
        return _selected(case, name, flat)

    def settle(case: Case, matched: Matched) -> Matched:
        limits = [_OVERLAPS[each] for each in case.alignment.category_names]
        easy = _level(case.truth, flat) <= 1
        return assigned_best(case, matched, _parts(case, flat), easy, view=view, thresholds=limits)

    def questions(state: MatchState, truth: Truth | None) -> list[Question]:
        del truth
        return _asked(state, labels, flat)

    return DetectionProtocol(
        name=name,
        title=title,
        reference=f"waymo-open-dataset 99a4cb3 (metrics, {box_type}, TYPE_HUNGARIAN)",
        takes=EVERY_ARGUMENT
        - {"recall_thresholds", "area_ranges", "iou_thresholds", "max_detections", "class_agnostic"}
        - {"sigmas", "dilation_ratio"}
        - (set() if flat else {"box_format"}),
        defaults=defaults,
        questions=questions,
        ties_by_file=True,
        quirks=Quirk.TIE_ORDER | Quirk.FEW_THRESHOLDS | Quirk.ABSENT_CLASS,
        reported=(FEW_CUTS, ABSENT_CLASS),
        complete=complete,
        select=select,
        settle=settle,
        columns=("AP", "AP[L1]") if flat else ("APH", "AP", "APH[L1]", "AP[L1]"),
        leaves_out={
            "truths": "signs and other classes" + ("" if flat else ", objects without a lidar point inside"),
            "detections": "signs and other classes, and scores below 0",
            "L1": "objects of level 2, which are not missed at level 1",
            "unjudged": "those that find nothing and overlap a zone without labels",
            **dict.fromkeys(labels[2:], ""),
        },
        other_readings=None if flat else partial(fitting.fits_of_cuboids, without=_UNSEEN.get(view, ())),
        beyond_scores=(
            "scores are cut at 0, 0.01 ... 1: those below 0 are left out, and those above 1 are never told "
            "apart, so that AP is another one"
        ),
        whole_only=True,
        curves=lambda state: _curves(state, labels),
        overlap_said=overlap_said,
    )


def _labels(flat: bool) -> list[str]:
    parts = [""] if flat else ["", *(f",{each}" for each in _RANGES)]
    return [f"{level}{part}" for part in parts for level in _LEVELS]


def _with_words(truth: Truth, name: str) -> Truth:
    """With a word where nothing says how many points lie in objects."""
    refuse_flat(truth, _NEEDED, name, _GIVEN)
    unknown = int((_points(truth) < 0).sum())
    if not unknown:
        return truth
    text = (
        f"{truth.source.name} does not say how many lidar points lie in {counted(unknown, 'object')}: they "
        "count, where the kit leaves them out"
    )
    return replace(truth, findings=(*truth.findings, Finding("W-313", text, unknown)))


def _points(truth: Truth) -> FloatArray:
    column = truth.attributes.get("points")
    return np.full(len(truth), -1.0) if column is None else np.asarray(column, dtype=np.float64)


def _level(truth: Truth, flat: bool) -> FloatArray:
    """1 or 2 [G]; of lidar boxes that state none by their points, of pictures 0, which counts at both."""
    column = truth.attributes.get("level")
    level = np.zeros(len(truth)) if column is None else np.asarray(column, dtype=np.float64)
    if flat:
        return level
    points = _points(truth)
    by_points = np.where((points >= 0) & (points <= _FEW_POINTS), 2.0, 1.0)
    return np.where(level > 0, level, by_points)


def _selected(case: Case, name: str, flat: bool) -> Case:
    """The classes of the task, or signs where they are asked for alone; objects with points."""
    names = case.alignment.category_names
    classes = _TASK if any(each in _TASK for each in names) else tuple(_OVERLAPS)
    alignment = with_task_classes(case.alignment, case.truth, classes, name)
    true = alignment.true_image
    if not flat:
        true = np.where(_points(case.truth) == 0, -1, true).astype(np.int32)
    found = np.where(case.predictions.scores < 0, -1, alignment.predicted_image).astype(np.int32)
    easy = _level(case.truth, flat) <= 1
    outside = np.zeros(len(case.truth), dtype=np.uint64)
    selected = replace(case, alignment=replace(alignment, predicted_image=found, true_image=true))
    bit = 0
    for part in _parts(selected, flat):
        for counting in (part.true, part.true & easy):
            outside |= (~counting).astype(np.uint64) << np.uint64(bit)
            bit += 1
    nothing = np.zeros(len(case.truth), dtype=np.uint8)
    return replace(selected, truth=replace(case.truth, crowd=nothing, ignore=nothing), outside=outside)


def _parts(case: Case, flat: bool) -> list[RangeRows]:
    parts = [RangeRows(np.ones(len(case.predictions), dtype=bool), np.ones(len(case.truth), dtype=bool))]
    if not flat:
        far, true_far = _distance(case.predictions), _distance(case.truth)
        for near, end in _RANGES.values():
            parts.append(RangeRows((far >= near) & (far < end), (true_far >= near) & (true_far < end)))
    return parts


def _distance(side: Truth | Predictions) -> FloatArray:
    """From the car to the centre of each box."""
    if not len(side):
        return np.zeros(0)
    x, y, z = (np.asarray(side.attributes[f"{axis}_3d"], dtype=np.float64) for axis in "xyz")
    distance: FloatArray = np.sqrt(x * x + y * y + z * z)
    return distance


def _asked(state: MatchState, labels: list[str], flat: bool) -> list[Question]:
    cap = state.parameters.max_detections[-1]
    measures = {level: CutMeasure(state.mended, all_count=level == _LEVELS[0]) for level in _LEVELS}

    def asked(key: str, label: str, part: int) -> Question:
        measure = measures[label.partition(",")[0]]
        return Question(
            key,
            part == 0,
            label,
            cap,
            why=_why(label),
            measure=measure,
            drawn=measure.drawn,
            part=part,
            counts_absent=True,
        )

    found = []
    for label in labels:
        inside = label.removeprefix("L2").removeprefix(",")
        tail = f"[{inside}]" if inside else ""
        # The leaderboards of boxes with a heading rank by APH, those of pictures by AP.
        parts = {"AP": 0} if flat else {"APH": 1, "AP": 0}
        found += [asked(f"{key}{tail}", label, part) for key, part in parts.items()]
    return [*found, Question("AR", False, "L2", cap)]


def _why(label: str) -> str:
    """The reason where no object is in a set."""
    level, _, reach = label.partition(",")
    of_level = " of level 1" if level == _LEVELS[1] else ""
    return f"no object{of_level}{f' {reach} away' if reach else ''}"


def _curves(state: MatchState, labels: list[str]) -> list[ShownCurve]:
    """At every recall in hundredths, of both levels."""
    cap = state.parameters.max_detections[-1]
    found, recalls = [], np.linspace(0, 1, 101)
    for label, key in zip(_LEVELS, ("AP", "AP[L1]"), strict=True):
        measure = CutMeasure(state.mended, all_count=label == _LEVELS[0])
        classes = OutcomeOrder(state, labels.index(label), cap, np.array([0])).as_it_is()
        precision = np.full((len(classes), len(recalls)), np.nan)
        for k, each in enumerate(classes):
            if each.truths > 0:
                precision[k] = _at_recalls(*measure.curves(each)[0], recalls)
        found.append(ShownCurve(label, key, recalls, precision))
    return found


def _at_recalls(precision: FloatArray, recall: FloatArray, recalls: FloatArray) -> FloatArray:
    """The greatest precision at each recall or beyond it; 0 beyond the last."""
    reached: BoolArray = recall[None, :] >= recalls[:, None] - 1e-9
    reached &= (recall > 0)[None, :]
    highest: FloatArray = np.where(reached, precision[None, :], 0.0).max(axis=1, initial=0.0)
    return highest
