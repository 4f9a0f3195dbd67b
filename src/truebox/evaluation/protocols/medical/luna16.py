"""LUNA16: nodules of CT scans, found by marks within their radius, at so many false marks a scan."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import fitting
from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol
from truebox.evaluation.protocols.medical.marks.settling import refuse_without, settled_by_marks
from truebox.evaluation.protocols.medical.marks.shares import MarkCounts, ShareMeasure, found_within
from truebox.evaluation.question import Question
from truebox.evaluation.states.parameters import CocoParameters, without_sizes
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth
    from truebox.typing import AnyArray, BoolArray, FloatArray

__all__ = ["PROTOCOL", "luna_curve"]

_NAME = "luna16"
_ALARMS = (1 / 8, 1 / 4, 1 / 2, 1.0, 2.0, 4.0, 8.0)
_NAMES = ("1/8", "1/4", "1/2", "1", "2", "4", "8")
_MOST = 100
_NEEDED = "z_mm"


def luna_curve(counts: MarkCounts) -> tuple[FloatArray, FloatArray]:
    """False positives a scan and shares found, a point for each score; at no false positive the highest.

    Examples
    --------
    >>> one = MarkCounts(np.array([0.9, 0.5]), np.array([0, 1]), np.array([1, 0]), 2, 4, 0.0)
    >>> alarms, shares = luna_curve(one)
    >>> alarms.tolist(), shares.tolist()
    ([0.0, 0.25, 0.25], [0.0, 0.0, 0.5])
    """
    kept = (counts.hits > 0) | (counts.false > 0)
    score = counts.score[kept]
    if not len(score):
        return np.zeros(1), np.zeros(1)
    order = np.argsort(-score)  # every score is one point, whichever is first among equals
    score = score[order]
    last = np.append(np.flatnonzero(score[1:] != score[:-1]), len(score) - 1)
    hits, false = np.cumsum(counts.hits[kept][order]), np.cumsum(counts.false[kept][order])
    found, wrong = hits[-1], false[-1]
    alarms = false[last] / max(wrong, 1) * wrong / max(counts.images, 1)  # the kit's way round
    shares = hits[last] / max(found, 1) * found / counts.truths
    return np.concatenate([[0.0], alarms]), np.concatenate([[0.0], shares])


def _defaults(geometry: str, mended: Quirk) -> CocoParameters:
    del mended
    return without_sizes(_NAME, geometry, np.array([1.0]))


def _complete(truth: Truth, given: Any) -> Truth:
    del given
    refuse_without(truth, _NEEDED, _NAME, "annotations of LUNA16")
    return truth


def _select(case: Case) -> Case:
    """The most certain hundred marks of a scan; irrelevant findings do not count."""
    refuse_without(case.predictions, _NEEDED, _NAME, "marks in scans, with coordX, coordY and coordZ")
    image = case.alignment.predicted_image.copy()
    image[_beyond(case)] = -1
    return replace(
        case, alignment=replace(case.alignment, predicted_image=image), uncounted=case.truth.ignore
    )


def _beyond(case: Case) -> AnyArray:
    """Rows after the first hundred of their scan, by score."""
    image, scores = case.alignment.predicted_image, case.predictions.scores
    rows = np.flatnonzero((image >= 0) & (case.alignment.predicted_category >= 0))
    counts = np.bincount(image[rows], minlength=1)
    rows = rows[counts[image[rows]] > _MOST]
    order = rows[np.lexsort((-scores[rows], image[rows]))]  # equal scores as they stand
    first = np.flatnonzero(np.diff(image[order], prepend=-1))
    sizes = np.diff(np.append(first, len(order)))
    beyond = np.arange(len(order)) - np.repeat(first, sizes) >= _MOST
    if Quirk.TIED_CUT not in case.mended:
        beyond |= scores[order] <= np.repeat(scores[order[first + _MOST]], sizes)
    return order[beyond]


def _settle(case: Case, matched: Matched) -> Matched:
    truth, found = case.truth, case.predictions

    def hits(marks: AnyArray, findings: AnyArray) -> BoolArray:
        square = np.zeros((len(marks), len(findings)))
        for axis in "xyz":
            name = f"{axis}_mm"
            apart = truth.attributes[name][findings][None, :] - found.attributes[name][marks][:, None]
            square += apart * apart
        within: BoolArray = square < (truth.attributes["diameter_mm"][findings] / 2) ** 2
        return within

    return settled_by_marks(case, matched, hits)


def _questions(state: MatchState, truth: Truth | None) -> list[Question]:
    del truth
    cap = state.parameters.max_detections[-1]
    measure = ShareMeasure(_ALARMS, luna_curve)
    one = Question("CPM", False, "all", cap, 1.0, measure=measure, drawn=measure.drawn)
    return [
        one,
        *(replace(one, key=f"S[{name}]", part=1 + part) for part, name in enumerate(_NAMES)),
        Question("AP", True, "all", cap),
        Question("AR", False, "all", cap),
    ]


PROTOCOL = DetectionProtocol(
    name=_NAME,
    title="LUNA16",
    alarms="found",
    found_within=partial(found_within, curve=luna_curve),
    reference="noduleCADEvaluationLUNA16.py (NoduleNet feffef3)",
    takes=EVERY_ARGUMENT
    - {"recall_thresholds", "area_ranges", "iou_thresholds", "max_detections", "class_agnostic"}
    - {"sigmas", "dilation_ratio", "box_format"},
    defaults=_defaults,
    questions=_questions,
    quirks=Quirk.TIE_ORDER | Quirk.TIED_CUT,
    complete=_complete,
    select=_select,
    settle=_settle,
    columns=("CPM", "S[1]", "AP", "AR"),
    leaves_out={
        "detections": "marks after the most certain 100 of a scan",
        "uncounted": "irrelevant findings",
        "unjudged": "further marks of one nodule, and those of irrelevant findings",
    },
    other_readings=partial(
        fitting.fits_of_marks,
        columns=("x_mm", "y_mm", "z_mm"),
        units={"centimetres": 10.0, "metres": 1000.0},
    ),
    whole_only=True,
    unit="scans",
    overlap_said="a mark within the radius",
)
"""Nodules by the distance of marks in millimetres."""
