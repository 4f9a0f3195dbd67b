"""CAMELYON16: metastases in slides, found by points in them, at so many false points a slide."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import fitting
from truebox._writing.counted import counted
from truebox.errors import InputError
from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol
from truebox.evaluation.protocols.medical.marks.settling import refuse_without, settled_by_marks
from truebox.evaluation.protocols.medical.marks.shares import MarkCounts, ShareMeasure, found_within
from truebox.evaluation.question import Question
from truebox.evaluation.states.parameters import CocoParameters, without_sizes
from truebox.evaluation.states.quirks import Quirk, QuirkEntry

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth
    from truebox.typing import AnyArray, BoolArray, FloatArray

__all__ = ["PROTOCOL", "camelyon_curve"]

_NAME = "camelyon16"
_ALARMS = (1 / 4, 1 / 2, 1.0, 2.0, 4.0, 8.0)
_NAMES = ("1/4", "1/2", "1", "2", "4", "8")
_PIXEL = 32
_UNITS = {f"pixels of level {level}": 2.0**level for level in range(1, 9)} | {"micrometres": 1 / 0.243}
_TRUE, _FOUND = "region", "x_slide"

LOWEST_CUT = QuirkEntry(
    1, Quirk.LOWEST_CUT, "where every metastasis is found, the lowest confidence is no cut", "H"
)
SINGLE_SCORES = QuirkEntry(
    2, Quirk.SINGLE_SCORES, "confidences of hits are in single precision, those of false points are not", "H"
)


def camelyon_curve(counts: MarkCounts, mended: Quirk = Quirk.NONE) -> tuple[FloatArray, FloatArray]:
    """False points a slide and shares found, a point for each confidence.

    Examples
    --------
    >>> counts = MarkCounts(np.array([0.75, 0.5]), np.array([1, 0]), np.array([0, 1]), 1, 2, 0.0)
    >>> [each.tolist() for each in camelyon_curve(counts)]  # 0.5 is the lowest
    [[0.0, 0.0], [0.0, 1.0]]
    >>> [each.tolist() for each in camelyon_curve(counts, Quirk.LOWEST_CUT)]
    [[0.0, 0.0, 0.5], [0.0, 1.0, 1.0]]
    """
    true, wrong = counts.hits > 0, counts.false > 0
    kind = np.float64 if Quirk.SINGLE_SCORES in mended else np.float32
    found, false = counts.score[true].astype(kind), counts.score[wrong]
    cuts = np.unique(np.concatenate([found.astype(np.float64), false]))
    if Quirk.LOWEST_CUT not in mended:
        missed = counts.hits.sum() < counts.truths or counts.extra > 0  # each has the confidence 0
        cuts = cuts[cuts > 0] if missed else cuts[1:]
    hits = _at_least(found, counts.hits[true], cuts.astype(kind))
    alarms = _at_least(false, counts.false[wrong], cuts)
    return (
        np.concatenate([[0.0], alarms[::-1] / max(counts.images, 1)]),
        np.concatenate([[0.0], hits[::-1] / counts.truths]),
    )


def _at_least(score: AnyArray, weight: AnyArray, cuts: AnyArray) -> FloatArray:
    """How many scores reach each cut."""
    order = np.argsort(score)
    behind = np.append(np.cumsum(weight[order][::-1])[::-1], 0.0).astype(np.float64)
    reached: FloatArray = behind[np.searchsorted(score[order], cuts, side="left")]
    return reached


def _defaults(geometry: str, mended: Quirk) -> CocoParameters:
    del mended
    return without_sizes(_NAME, geometry, np.array([1.0]))


def _complete(truth: Truth, given: Any) -> Truth:
    del given
    refuse_without(truth, _TRUE, _NAME, "annotations of CAMELYON16")
    return truth


def _select(case: Case) -> Case:
    """Isolated tumour cells do not count."""
    found = case.predictions
    refuse_without(found, _FOUND, _NAME, "points in slides, with confidence, x and y")
    low = np.flatnonzero(found.scores < 0)
    if len(low):
        what = f"row {low[0]} has the confidence {found.scores[low[0]]:g}"
        fix = "write confidences from 0 on: a metastasis that is missed has the confidence 0"
        raise InputError("E-146", found.source.name, what, fix, row=int(low[0]))
    if found.source.format == _NAME and found.source.path is not None and found.source.path.is_dir():
        listed = set(found.image.names or ())
        missing = [each for each in case.alignment.images.tolist() if each not in listed]
        if missing:
            what = f"{counted(len(missing), 'slide')} without a file: {missing[0]!r} ..."
            fix = f"write {missing[0]}.csv and so on, empty where nothing is found"
            raise InputError("E-146", found.source.name, what, fix)
    return replace(case, uncounted=case.truth.ignore)


def _settle(case: Case, matched: Matched) -> Matched:
    truth, found = case.truth, case.predictions
    masks: dict[int, BoolArray] = {}

    def mask_of(row: int) -> BoolArray:
        if row not in masks:
            width, height = (truth.boxes[row, 2:] / _PIXEL).astype(int)
            runs = np.array(truth.attributes[_TRUE][row].split(), dtype=np.int64)
            masks[row] = np.repeat(np.arange(len(runs)) % 2 == 1, runs).reshape(height, width)
        return masks[row]

    def hits(marks: AnyArray, findings: AnyArray) -> BoolArray:
        x, y = ((found.attributes[f"{axis}_slide"][marks] / _PIXEL).astype(np.int64) for axis in "xy")
        inside = np.zeros((len(marks), len(findings)), dtype=bool)
        for place, row in enumerate(findings.tolist()):
            mask = mask_of(row)
            left, top = (truth.boxes[row, :2] / _PIXEL).astype(np.int64)
            column, line = x - left, y - top
            near = np.flatnonzero(
                (column >= 0) & (line >= 0) & (column < mask.shape[1]) & (line < mask.shape[0])
            )
            inside[near, place] = mask[line[near], column[near]]
        return inside

    isolated = bool((case.truth.ignore.astype(bool) & (case.alignment.true_image >= 0)).any())
    return settled_by_marks(case, matched, hits, extra=float(isolated))


def _questions(state: MatchState, truth: Truth | None) -> list[Question]:
    del truth
    cap = state.parameters.max_detections[-1]
    measure = ShareMeasure(_ALARMS, partial(camelyon_curve, mended=state.mended))
    one = Question("FROC", False, "all", cap, 1.0, measure=measure, drawn=measure.drawn)
    return [
        one,
        *(replace(one, key=f"S[{name}]", part=1 + part) for part, name in enumerate(_NAMES)),
        Question("AP", True, "all", cap),
        Question("AR", False, "all", cap),
    ]


def _found_within(state: MatchState, alarms: FloatArray) -> FloatArray:
    return found_within(state, alarms, curve=partial(camelyon_curve, mended=state.mended))


PROTOCOL = DetectionProtocol(
    name=_NAME,
    title="CAMELYON16",
    alarms="found",
    found_within=_found_within,
    reference="Evaluation_FROC.py of CAMELYON16 (546b613)",
    takes=EVERY_ARGUMENT
    - {"recall_thresholds", "area_ranges", "iou_thresholds", "max_detections", "class_agnostic"}
    - {"sigmas", "dilation_ratio", "box_format"},
    defaults=_defaults,
    questions=_questions,
    quirks=Quirk.TIE_ORDER | Quirk.LOWEST_CUT | Quirk.SINGLE_SCORES,
    reported=(LOWEST_CUT, SINGLE_SCORES),
    complete=_complete,
    select=_select,
    settle=_settle,
    columns=("FROC", "S[1]", "AP", "AR"),
    leaves_out={
        "uncounted": "isolated tumour cells, below 275 µm with their margin",
        "unjudged": "further points in one tumour, and those in isolated tumour cells",
    },
    other_readings=partial(fitting.fits_of_marks, columns=("x_slide", "y_slide"), units=_UNITS),
    whole_only=True,
    unit="slides",
    overlap_said="a point inside",
)
"""Metastases by points in their regions."""
