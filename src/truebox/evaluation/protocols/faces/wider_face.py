"""WIDER FACE: easy, medium and hard faces, at a thousand steps of the score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import datasets
from truebox.evaluation.matching.policy import Matching, MatchingPolicy
from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol
from truebox.evaluation.question import Question
from truebox.evaluation.states.accumulation import PrecisionRule
from truebox.evaluation.states.drawn_outcomes import OrderedHits, running_total
from truebox.evaluation.states.parameters import CocoParameters, without_sizes
from truebox.evaluation.states.quirks import QUIRKS, Quirk, QuirkEntry
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.states.class_outcomes import ClassOutcomes, OutcomeOrder
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth
    from truebox.typing import AnyArray, FloatArray

__all__ = ["PROTOCOL", "area_in_steps"]

_USUAL = 0.5
_STEPS = 1000
_SUBSETS = ("hard", "medium", "easy")
"""The first speaks for all."""

STEPPED_SCORES = QuirkEntry(
    5, Quirk.STEPPED_SCORES, "scores, stretched to [0, 1], are cut at a thousand steps", "W"
)


def area_in_steps(classes: Sequence[ClassOutcomes]) -> FloatArray:
    """The area under the envelope of precision at a thousand cuts of the scores, stretched to [0, 1].

    Examples
    --------
    >>> from truebox.evaluation.states.class_outcomes import ClassOutcomes
    >>> one = ClassOutcomes(score=np.array([0.9, 0.1]), image=np.zeros(2, np.int32), row=np.arange(2),
    ...     hit=np.array([[True], [False]]), false=np.array([[False], [True]]), truths=1, images=1)
    >>> area_in_steps([one]).tolist()
    [1.0]
    """
    values = np.full(len(classes), np.nan)
    scores = [found.score for found in classes if len(found.score)]  # falling
    low = min([1.0, *(float(each[-1]) for each in scores)])
    high = max([0.0, *(float(each[0]) for each in scores)])
    cuts = 1 - np.arange(1, _STEPS + 1) / _STEPS
    for k, found in enumerate(classes):
        if found.truths > 0:
            counted = found.hit[:, 0] | found.false[:, 0]
            score, hit = found.score[counted], found.hit[counted, 0]
            if high == low or not len(score):
                values[k] = 0.0
                continue
            stretched = (score - low) / (high - low)
            taken = np.searchsorted(-stretched, -cuts, side="right")
            hits = running_total(hit)[taken]
            precision = np.where(taken > 0, hits / np.maximum(taken, 1), 0.0)
            values[k] = _area(hits / found.truths, precision)
    return values


class DrawnSteps:
    """`area_in_steps` under weights of the images."""

    def __init__(self, order: OutcomeOrder) -> None:
        hit = order.hit[:, 0]
        self._found = OrderedHits(order, hit, hit | order.false[:, 0])
        self._lowest, self._highest = np.full(order.images, np.inf), np.full(order.images, -np.inf)
        np.minimum.at(self._lowest, order.image, order.score)
        np.maximum.at(self._highest, order.image, order.score)
        self._places: dict[tuple[float, float], AnyArray] = {}

    def __call__(self, weights: AnyArray, truths: AnyArray) -> AnyArray:
        found, values = self._found, np.where(truths > 0, 0.0, np.nan)
        low, high = self._range(weights)
        if low == high:
            return values
        places = self._behind(low, high)
        stand, hits = found.counts(weights)
        first = found.offsets[:-1, None]
        taken = stand[places] - stand[first]
        true = hits[found.before[places]] - hits[found.before[first]]
        precision = np.where(taken > 0, true / np.maximum(taken, 1), 0.0)
        envelope = np.maximum.accumulate(precision[:, ::-1], axis=1)[:, ::-1]
        steps = np.diff(true / np.maximum(truths, 1)[:, None], axis=1, prepend=0.0)
        return np.where(truths > 0, (steps * envelope).sum(axis=1), np.nan)

    def _range(self, weights: AnyArray) -> tuple[float, float]:
        """The lowest and the highest score that was drawn, and 0 and 1."""
        drawn = np.flatnonzero(weights)
        low, high = float(self._lowest[drawn].min()), float(self._highest[drawn].max())
        return min(1.0, low), max(0.0, high)

    def _behind(self, low: float, high: float) -> AnyArray:
        """The place behind the last detection of each class that each cut takes [K, steps]."""
        if (low, high) not in self._places:
            found, cuts = self._found, 1 - np.arange(1, _STEPS + 1) / _STEPS
            stretched = -(found.score - low) / (high - low)
            parts = zip(found.offsets[:-1], found.offsets[1:], strict=True)
            self._places[low, high] = np.stack(
                [first + np.searchsorted(stretched[first:end], -cuts, side="right") for first, end in parts]
            )
        return self._places[low, high]


def _area(recall: FloatArray, precision: FloatArray) -> float:
    """Under the envelope, as PASCAL VOC takes it."""
    recall = np.concatenate([[0.0], recall, [1.0]])
    envelope = np.maximum.accumulate(np.concatenate([[0.0], precision, [0.0]])[::-1])[::-1]
    steps = np.flatnonzero(recall[1:] != recall[:-1])
    return float(((recall[steps + 1] - recall[steps]) * envelope[steps + 1]).sum())


def _defaults(geometry: str, mended: Quirk) -> CocoParameters:
    del mended
    return without_sizes("wider_face", geometry, np.array([_USUAL]), labels=_SUBSETS)


def _complete(truth: Truth, given: Any) -> Truth:
    """With the subsets that annotations state."""
    found = datasets.with_annotation_values(truth, given, _SUBSETS)
    if any(each in found.attributes for each in _SUBSETS) or not len(found):
        return found
    text = f"{found.source.name} does not say which faces are easy, medium and hard: all count in each"
    return replace(found, findings=(*found.findings, Finding("W-313", text, len(found))))


def _select(case: Case) -> Case:
    """Faces of other subsets are neutral; images without any face are passed over, as the kit does."""
    truth, alignment = case.truth, case.alignment
    outside = np.zeros(len(truth), np.uint64)
    for bit, name in enumerate(_SUBSETS):
        column = truth.attributes.get(name)
        if column is not None:
            values = np.array([0 if each is None else each for each in column.tolist()], dtype=np.float64)
            outside |= (~(values > 0)).astype(np.uint64) << np.uint64(bit)
    absent = None
    if Quirk.UNLABELLED_IMAGES not in case.mended:
        held = np.zeros(len(alignment.images) + 1, dtype=bool)
        held[alignment.true_image[alignment.true_image >= 0]] = True
        every = np.uint64((1 << len(_SUBSETS)) - 1)
        absent = np.where(held[alignment.predicted_image], np.uint64(0), every)
    ignored = truth.ignore | truth.crowd
    return replace(
        case,
        truth=replace(truth, crowd=np.zeros_like(ignored), ignore=ignored),
        uncounted=ignored,
        outside=outside,
        absent=absent,
    )


def _questions(state: MatchState, truth: Truth | None) -> list[Question]:
    del truth
    cap = state.parameters.max_detections[-1]
    measure = None if Quirk.STEPPED_SCORES in state.mended else area_in_steps
    drawn = None if measure is None else DrawnSteps
    main = _SUBSETS[0]
    hard, medium, easy = (
        Question(f"AP[{label}]", True, label, cap, measure=measure, drawn=drawn, why=f"no {label} face")
        for label in _SUBSETS
    )
    return [
        hard,  # which papers rank by, and which is AP for whoever asks for no set
        Question("AP", True, main, cap, measure=measure, drawn=drawn),
        easy,
        medium,
        Question("AR", False, main, cap),
    ]


PROTOCOL = DetectionProtocol(
    name="wider_face",
    title="WIDER FACE",
    reference="wondervictor/WiderFace-Evaluation (53474e0)",
    takes=EVERY_ARGUMENT - {"recall_thresholds", "area_ranges", "iou_thresholds", "max_detections"},
    geometries=("boxes",),
    defaults=_defaults,
    questions=_questions,
    policy=MatchingPolicy(matching=Matching.VOC),
    precision=PrecisionRule.AREA,
    pixels="inclusive",
    ties_by_file=True,
    quirks=Quirk.TIE_ORDER | Quirk.STEPPED_SCORES | Quirk.UNLABELLED_IMAGES,
    reported=(*(entry for entry in QUIRKS if entry.quirk == Quirk.TIE_ORDER), STEPPED_SCORES),
    complete=_complete,
    select=_select,
    columns=("AP[easy]", "AP[medium]", "AP[hard]", "AR"),
    leaves_out={"uncounted": "faces to be ignored"},
)
