"""What the generations of YOLOv5's and Ultralytics' ``val`` share: how precision is read, and P, R, F1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import resampling as native
from truebox.evaluation.matching.policy import Matching, MatchingPolicy, QuadMeasure
from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol
from truebox.evaluation.protocols.coco import thresholds_asked
from truebox.evaluation.protocols.image_limit import limited_images
from truebox.evaluation.protocols.mixed.changed_points import with_points
from truebox.evaluation.protocols.mixture import recalls_of_lines, single_steps
from truebox.evaluation.question import Question
from truebox.evaluation.states.drawn_outcomes import OrderedHits
from truebox.evaluation.states.parameters import CocoParameters, without_sizes
from truebox.evaluation.states.quirks import QUIRKS, Quirk, QuirkEntry
from truebox.evaluation.states.rules import Rules
from truebox.overlap import COCO_SIGMAS

if TYPE_CHECKING:
    from truebox.evaluation.states.class_outcomes import ClassOutcomes, OutcomeOrder
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth
    from truebox.typing import AnyArray, FloatArray

__all__ = ["generation"]

_SCORES = np.linspace(0, 1, 1000)
_SMOOTHING = 0.1
_MOST = 300
_SHARE = 0.53
"""The area of a person as a share of their box."""
_POSES = Rules(unlabelled_truths="missed")
_USUAL = 0.5

CLOSING_LINE = QuirkEntry(
    1, Quirk.CLOSING_LINE, "precision falls from the last detection to recall 1 in a straight line", "U"
)
LAST_RECALL = QuirkEntry(2, Quirk.LAST_RECALL, "precision at recall 1 is 0, so a perfect AP is 0.995", "U")


def generation(
    name: str, title: str, reference: str, matching: Matching, *, closing_line: bool
) -> DetectionProtocol:
    """The rules of some versions.

    Parameters
    ----------
    name, title, reference : str
        Of the protocol.
    matching : Matching
        Which truth a detection takes.
    closing_line : bool
        Whether precision is drawn from the last detection to recall 1 and precision 0.
    """
    own = Quirk.TIE_ORDER | Quirk.LAST_RECALL | (Quirk.CLOSING_LINE if closing_line else Quirk.NONE)
    ties = tuple(entry for entry in QUIRKS if entry.quirk == Quirk.TIE_ORDER)

    def defaults(geometry: str, mended: Quirk) -> CocoParameters:
        return without_sizes(
            name, geometry, single_steps(0.5, 0.95, 10), recalls=recalls_of_lines(mended), most=_MOST
        )

    rules = Rules(
        limit="image",
        most=_MOST,
        crowd="removed",
        overlap="single",
        thresholds="single",
        matching="next best" if matching is Matching.FIRST else "best only",
        equal_overlaps="last" if matching is Matching.LAST else "as quirks",
        curve="101 lines, closed" if closing_line else "101 lines",
        quirks="none",
    )
    return DetectionProtocol(
        name=name,
        title=title,
        reference=reference,
        takes=EVERY_ARGUMENT - {"recall_thresholds", "area_ranges", "class_agnostic"},
        geometries=("boxes", "rotated", "masks", "keypoints"),
        defaults=defaults,
        questions=_questions,
        limit="image",
        policy=MatchingPolicy(matching=matching),
        pixels="single",
        single_masks=True,
        quads=QuadMeasure.PROBIOU,
        sigmas=_sigmas,
        quirks=own,
        rules=rules,
        rules_elsewhere={
            "masks": rules,
            "keypoints": replace(rules, areas="0.53 of boxes", unlabelled_truths="missed"),
        },
        reported=(*ties, *((CLOSING_LINE,) if closing_line else ())),
        select=_select,
        leaves_out={
            "truths": "crowds and ignored objects, which label files do not have",
            "detections": f"all but the best {_MOST} of an image",
        },
    )


def _select(case: Case) -> Case:
    """Crowds and ignored objects have no label file line; scores are single; the best of an image count."""
    if case.parameters.geometry == "keypoints" and case.truth.keypoints is not None:
        case = _as_poses(case)
    truth, alignment = case.truth, case.alignment
    left_out = (truth.crowd | truth.ignore) != 0
    scores = case.predictions.scores.astype(np.float32).astype(np.float64)
    image = limited_images(alignment.predicted_image, scores, case.parameters.max_detections[-1])
    true_image = np.where(left_out, np.int32(-1), alignment.true_image)
    return replace(
        case,
        predictions=replace(case.predictions, scores=scores),
        alignment=replace(alignment, predicted_image=image, true_image=true_image.astype(np.int32)),
    )


def _as_poses(case: Case) -> Case:
    """People are as large as a share of their boxes, and missed where no point of them is labelled."""
    boxes = case.truth.boxes
    truth = replace(case.truth, area=boxes[:, 2] * boxes[:, 3] * _SHARE, area_missing=None)
    return with_points(replace(case, truth=truth), _POSES)


def _sigmas(points: int) -> tuple[float, ...]:
    """COCO's of seventeen points, else one for all."""
    return COCO_SIGMAS if points == len(COCO_SIGMAS) else (1 / points,) * points


def _questions(state: MatchState, truth: Truth | None) -> list[Question]:
    del truth
    cap = state.parameters.max_detections[-1]
    first = float(state.parameters.iou_thresholds[0])
    closed = Quirk.CLOSING_LINE not in state.mended
    usual = [(name, _near(state.parameters, value)) for name, value in (("50", 0.5), ("75", 0.75))]
    named = [*usual, *_asked(state.parameters)]
    return [
        Question("AP", True, "all", cap, closing_line=closed),
        *(Question(f"AP{name}", True, "all", cap, value, closing_line=closed) for name, value in named),
        *(
            Question(key, False, "all", cap, first, measure=best_smoothed, drawn=DrawnSmoothed, part=part)
            for part, key in enumerate(("mP", "mR", "mF1"))
        ),
    ]


def _asked(parameters: CocoParameters) -> list[tuple[str, float]]:
    if np.array_equal(parameters.iou_thresholds, single_steps(0.5, 0.95, 10)):
        return []
    return thresholds_asked(parameters)


def _near(parameters: CocoParameters, value: float) -> float:
    """The threshold that stands for a decimal in single precision; itself where none does."""
    near = np.flatnonzero(np.abs(parameters.iou_thresholds - value) < 1e-6)
    return float(parameters.iou_thresholds[near[0]]) if len(near) else value


def best_smoothed(classes: Sequence[ClassOutcomes]) -> FloatArray:
    """Precision, recall and F1 of each class [K, 3] at the score of the best mean F1, smoothed over scores.

    Examples
    --------
    >>> from truebox.evaluation.states.class_outcomes import ClassOutcomes
    >>> one = ClassOutcomes(score=np.array([0.9]), image=np.zeros(1, np.int32), row=np.arange(1), images=1,
    ...     hit=np.array([[True]]), false=np.array([[False]]), truths=2)
    >>> best_smoothed([one])[0, :2].tolist()
    [1.0, 0.5]
    """
    values = np.full((len(classes), 3), np.nan)
    held = [k for k, found in enumerate(classes) if found.truths > 0]
    if not held:
        return values
    curves = np.stack([_over_scores(classes[k].at(0)) for k in held])  # [classes, 2, scores]
    precision, recall = curves[:, 0], curves[:, 1]
    f1 = 2 * precision * recall / (precision + recall + 1e-16)
    best = _smoothed(f1.mean(axis=0)).argmax()
    values[held] = np.stack([precision[:, best], recall[:, best], f1[:, best]], axis=1)
    return values


class DrawnSmoothed:
    """`best_smoothed` under weights of the images."""

    def __init__(self, order: OutcomeOrder) -> None:
        hit = order.hit[:, 0]
        found = OrderedHits(order, hit, hit | order.false[:, 0])
        parts = zip(found.offsets[:-1], found.offsets[1:], strict=True)
        behind = [
            first + np.searchsorted(-found.score[first:end], -_SCORES, side="right") for first, end in parts
        ]
        self._curves = native.ScoreCurves(
            np.ascontiguousarray(found.score),
            np.ascontiguousarray(found.offsets, dtype=np.int64),
            found.image.astype(np.int32),
            found.hit.astype(np.uint8),
            np.array(behind, dtype=np.int64).reshape(len(behind), len(_SCORES)),
            _SCORES,
            order.images,
        )

    def __call__(self, weights: AnyArray, truths: AnyArray) -> AnyArray:
        values = np.full((len(truths), 3), np.nan)
        held = np.flatnonzero(truths > 0)
        if not len(held):
            return values
        precision, recall = np.empty((2, len(held), len(_SCORES)))
        whole, wanted = (np.ascontiguousarray(each, dtype=np.int64) for each in (weights, truths[held]))
        self._curves.read(whole, wanted, held.astype(np.int64), precision, recall)
        f1 = 2 * precision
        f1 *= recall
        f1 /= precision + recall + 1e-16
        best = _smoothed(f1.mean(axis=0)).argmax()
        values[held] = np.stack([precision[:, best], recall[:, best], f1[:, best]], axis=1)
        return values


def _over_scores(found: ClassOutcomes) -> FloatArray:
    """Precision and recall at a thousand scores [2, 1000], in a line between detections."""
    if not len(found.score):
        return np.zeros((2, len(_SCORES)))
    falling, hits = -found.score, np.cumsum(found.hit[:, 0])
    return np.stack(
        [
            np.interp(-_SCORES, falling, hits / np.arange(1, len(hits) + 1), left=1),
            np.interp(-_SCORES, falling, hits / found.truths, left=0),
        ]
    )


def _smoothed(values: FloatArray) -> FloatArray:
    """The mean over a tenth of all scores, the ends repeated."""
    width = round(len(values) * _SMOOTHING * 2) // 2 + 1
    ends = np.ones(width // 2)
    padded = np.concatenate([ends * values[0], values, ends * values[-1]])
    return np.convolve(padded, np.ones(width) / width, mode="valid")
