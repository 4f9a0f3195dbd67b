"""FROC: the share of findings that are found at so many false positives an image, as nnDetection has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol, Question
from truebox.evaluation.states.class_outcomes import ClassOutcomes
from truebox.evaluation.states.parameters import CocoParameters, without_sizes
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth
    from truebox.typing import FloatArray

__all__ = ["PROTOCOL", "pooled_sensitivity", "sensitivity"]

_ALARMS = (1 / 8, 1 / 4, 1 / 2, 1.0, 2.0, 4.0, 8.0)
_NAMES = ("1/8", "1/4", "1/2", "1", "2", "4", "8")
_THRESHOLDS = (0.1, 0.5)
_MOST = 100


def sensitivity(classes: Sequence[ClassOutcomes]) -> FloatArray:
    """Of each class [K, 8]: the mean of the shares found at seven numbers of false positives, and each.

    Between the points of the curve, one for each score, it is a straight line.

    Examples
    --------
    >>> one = ClassOutcomes(score=np.array([0.9, 0.8]), image=np.zeros(2, np.int32), row=np.arange(2),
    ...     hit=np.array([[True], [False]]), false=np.array([[False], [True]]), truths=2, images=1)
    >>> sensitivity([one])[0].tolist()
    [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]
    """
    values = np.full((len(classes), 1 + len(_ALARMS)), np.nan)
    for k, found in enumerate(classes):
        if found.truths > 0:
            shares = _shares(found.at(0))
            values[k] = [shares.mean(), *shares]
    return values


def pooled_sensitivity(classes: Sequence[ClassOutcomes]) -> FloatArray:
    """The same of all findings as of one class, whose numbers every class is given.

    Examples
    --------
    >>> one = ClassOutcomes(score=np.array([0.9]), image=np.zeros(1, np.int32), row=np.arange(1), images=1,
    ...     hit=np.array([[True]]), false=np.array([[False]]), truths=1)
    >>> pooled_sensitivity([one, one])[:, 0].tolist()
    [1.0, 1.0]
    """
    if not classes:
        return np.empty((0, 1 + len(_ALARMS)))
    score = np.concatenate([found.score for found in classes])
    order = np.argsort(-score, kind="stable")
    whole = ClassOutcomes(
        score=score[order],
        image=np.concatenate([found.image for found in classes])[order],
        row=np.concatenate([found.row for found in classes])[order],
        hit=np.concatenate([found.hit for found in classes])[order],
        false=np.concatenate([found.false for found in classes])[order],
        truths=sum(found.truths for found in classes),
        images=classes[0].images,
    )
    return np.repeat(sensitivity([whole]), len(classes), axis=0)


def _shares(found: ClassOutcomes) -> FloatArray:
    """The shares found, where every score that occurs is a cut."""
    if not len(found.score):
        return np.zeros(len(_ALARMS))
    last = np.append(np.flatnonzero(np.diff(found.score)), len(found.score) - 1)
    false, hits = np.cumsum(found.false[:, 0])[last], np.cumsum(found.hit[:, 0])[last]
    alarms = false / max(false[-1], 1) * false[-1] / max(found.images, 1)  # the kit's way round
    share = hits / max(hits[-1], 1) * hits[-1] / found.truths
    shares: FloatArray = np.interp(_ALARMS, np.concatenate([[0.0], alarms]), np.concatenate([[0.0], share]))
    return shares


def _defaults(geometry: str, mended: Quirk) -> CocoParameters:
    del mended
    return without_sizes("froc", geometry, np.array(_THRESHOLDS), recalls=np.linspace(0, 1, 101), most=_MOST)


def _select(case: Case) -> Case:
    """Every object counts: the kit's flags to ignore are not used."""
    none = np.zeros_like(case.truth.crowd)
    return replace(case, truth=replace(case.truth, crowd=none, ignore=none))


def _questions(state: MatchState, truth: Truth | None) -> list[Question]:
    del truth
    cap, thresholds = state.parameters.max_detections[-1], state.parameters.iou_thresholds
    low, high = float(thresholds[0]), float(thresholds[-1])

    def pooled(key: str, threshold: float, part: int) -> Question:
        return Question(
            key, False, "all", cap, threshold, measure=pooled_sensitivity, part=part, per_class=False
        )

    return [
        pooled("FROC", low, 0),
        *([pooled(f"FROC{round(100 * high)}", high, 0)] if high != low else []),
        *(pooled(f"S[{name}]", low, 1 + part) for part, name in enumerate(_NAMES)),
        Question("FROC[class]", False, "all", cap, low, measure=sensitivity),
        Question("AP", True, "all", cap),
        Question("AR", False, "all", cap),
    ]


PROTOCOL = DetectionProtocol(
    name="froc",
    title="FROC",
    reference="nnDetection nndet/evaluator/detection (97a58f3)",
    takes=EVERY_ARGUMENT - {"recall_thresholds", "area_ranges", "class_agnostic"},
    geometries=("boxes", "masks"),
    defaults=_defaults,
    questions=_questions,
    quirks=Quirk.TIE_ORDER | Quirk.THRESHOLD_ONE,
    select=_select,
    columns=("FROC[class]", "AP", "AR"),
)
