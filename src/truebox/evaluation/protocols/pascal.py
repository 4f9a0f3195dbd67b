"""What the challenges of PASCAL VOC share: whose truth a detection takes, and what *difficult* means."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.matching.policy import Matching, MatchingPolicy
from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol
from truebox.evaluation.protocols.coco import threshold_name
from truebox.evaluation.question import Question
from truebox.evaluation.states.accumulation import PrecisionRule
from truebox.evaluation.states.parameters import CocoParameters, without_sizes
from truebox.evaluation.states.quirks import QUIRKS, Quirk
from truebox.evaluation.states.rules import Rules

if TYPE_CHECKING:
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth
    from truebox.typing import FloatArray

__all__ = ["challenge"]

_USUAL = 0.5


def challenge(
    name: str, title: str, recalls: Callable[[Quirk], FloatArray], precision: PrecisionRule, quirks: Quirk
) -> DetectionProtocol:
    """A year's rules.

    Parameters
    ----------
    name : str
        As the protocol is asked for.
    title : str
        As sentences name it.
    recalls : callable
        From the quirks that are mended to where precision is sampled.
    precision : PrecisionRule
        How AP is read from it.
    quirks : Quirk
        Those of COCO's reference that the development kit has too.
    """

    def defaults(geometry: str, mended: Quirk) -> CocoParameters:
        return without_sizes(name, geometry, np.array([_USUAL]), recalls=recalls(mended))

    return DetectionProtocol(
        name=name,
        title=title,
        reference="VOCdevkit (VOCevaldet.m)",
        takes=EVERY_ARGUMENT - {"recall_thresholds", "area_ranges"},
        geometries=("boxes", "masks", "rotated"),
        defaults=defaults,
        questions=_questions,
        policy=MatchingPolicy(matching=Matching.VOC),
        precision=precision,
        ties_by_file=True,
        quirks=quirks,
        rules=Rules(
            limit="none",
            crowd="difficult",
            matching="best only",
            curve="all points" if precision is PrecisionRule.AREA else "11 points",
            ties="by file",
            quirks="none",
        ),
        reported=tuple(entry for entry in QUIRKS if entry.quirk in quirks),
        select=_select,
        leaves_out={"uncounted": "difficult objects and crowds"},
    )


def _select(case: Case) -> Case:
    """Difficult objects are neither found nor missed; VOC knows no crowds, and takes them for such."""
    truth = case.truth
    difficult = truth.ignore | truth.crowd
    plain = replace(truth, ignore=difficult, crowd=np.zeros_like(truth.crowd))
    return replace(case, truth=plain, uncounted=difficult)


def _questions(state: MatchState, truth: Truth | None) -> list[Question]:
    del truth
    thresholds, cap = state.parameters.iou_thresholds, state.parameters.max_detections[-1]
    usual = len(thresholds) == 1 and thresholds[0] == _USUAL  # AP is AP50, and says so
    beside = {} if usual else {f"AP{threshold_name(value)}": float(value) for value in thresholds}
    return [
        Question("AP", True, "all", cap),
        *(Question(key, True, "all", cap, value) for key, value in beside.items()),
        Question("AR", False, "all", cap),
    ]
