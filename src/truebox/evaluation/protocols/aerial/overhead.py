"""What the versions of DOTA share: VOC's rules of 2007 on four corners, or on upright boxes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.matching.policy import Matching, MatchingPolicy, QuadMeasure
from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol
from truebox.evaluation.protocols.coco import threshold_name
from truebox.evaluation.question import Question
from truebox.evaluation.states.parameters import CocoParameters, without_sizes
from truebox.evaluation.states.quirks import QUIRKS, Quirk, QuirkEntry

if TYPE_CHECKING:
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth
    from truebox.typing import FloatArray

__all__ = ["DIFFICULT_COUNTS", "aerial"]

_USUAL = 0.5

DIFFICULT_COUNTS = QuirkEntry(1, Quirk.IGNORE_KEY, "difficult objects count as all others", "D")


def aerial(name: str, title: str, reference: str, *, difficult_counts: bool) -> DetectionProtocol:
    """The rules of a version.

    Parameters
    ----------
    name, title, reference : str
        Of the protocol.
    difficult_counts : bool
        Whether its kit takes objects marked difficult for any others; the first version leaves them out.
    """
    own = Quirk.TIE_ORDER | Quirk.LINSPACE
    reported = [entry for entry in QUIRKS if entry.quirk in own]
    if difficult_counts:
        own |= Quirk.IGNORE_KEY
        reported.append(DIFFICULT_COUNTS)

    def defaults(geometry: str, mended: Quirk) -> CocoParameters:
        return without_sizes(name, geometry, np.array([_USUAL]), recalls=_eleven_points(mended))

    return DetectionProtocol(
        name=name,
        title=title,
        reference=reference,
        takes=EVERY_ARGUMENT - {"recall_thresholds", "area_ranges"},
        geometries=("rotated", "boxes"),
        defaults=defaults,
        questions=_questions,
        policy=MatchingPolicy(matching=Matching.VOC, strict=True),
        pixels="inclusive",
        quads=QuadMeasure.FAN,
        ties_by_file=True,
        quirks=own,
        reported=tuple(reported),
        select=_all_alike if difficult_counts else _without_difficult,
        leaves_out={} if difficult_counts else {"uncounted": "difficult objects and crowds"},
    )


def _eleven_points(mended: Quirk) -> FloatArray:
    points: FloatArray = np.arange(11, dtype=np.float64) * 0.1
    return points.round(1) if Quirk.LINSPACE in mended else points


def _without_difficult(case: Case) -> Case:
    """Difficult objects are neither found nor missed."""
    difficult = case.truth.ignore | case.truth.crowd
    return replace(_whole_pixels(case, difficult), uncounted=difficult)


def _all_alike(case: Case) -> Case:
    """Only corrected mode reads which objects are difficult."""
    return _whole_pixels(case, case.truth.ignore | case.truth.crowd)


def _whole_pixels(case: Case, difficult: np.ndarray) -> Case:
    """Upright truths lose the fractions of their corners, as the second task reads them; no crowds."""
    truth = replace(case.truth, ignore=difficult, crowd=np.zeros_like(difficult))
    if case.parameters.geometry == "boxes":
        low, high = np.trunc(truth.boxes[:, :2]), np.trunc(_ends(truth.boxes))
        truth = replace(truth, boxes=np.concatenate([low, high - low], axis=1))
    return replace(case, truth=truth)


def _ends(boxes: FloatArray) -> FloatArray:
    """Far corners [N, 2]; whole where they are but for a rounding, as left + (right - left) may be."""
    ends: FloatArray = boxes[:, :2] + boxes[:, 2:]
    whole = np.rint(ends)
    return np.where(np.abs(ends - whole) <= np.spacing(np.abs(ends) + boxes[:, 2:]), whole, ends)


def _questions(state: MatchState, truth: Truth | None) -> list[Question]:
    """The mean over all classes: in strict mode one without truth counts as 0, as in the kit."""
    del truth
    thresholds, cap = state.parameters.iou_thresholds, state.parameters.max_detections[-1]
    absent = None if Quirk.LINSPACE in state.mended else 0.0
    usual = len(thresholds) == 1 and thresholds[0] == _USUAL  # AP is AP50, and says so
    beside = {} if usual else {f"AP{threshold_name(value)}": float(value) for value in thresholds}
    return [
        Question("AP", True, "all", cap, absent=absent),
        *(Question(key, True, "all", cap, value, absent=absent) for key, value in beside.items()),
        Question("AR", False, "all", cap),
    ]
