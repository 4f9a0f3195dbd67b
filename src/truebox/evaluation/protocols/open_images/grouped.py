"""What the protocols of Open Images share: groups of objects, and classes verified image by image."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import datasets
from truebox.evaluation.matching.policy import Matching, MatchingPolicy
from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol
from truebox.evaluation.protocols.coco import threshold_name
from truebox.evaluation.protocols.open_images.box_only import (
    excused_by_boxes,
    images_of_truths,
    without_box_only,
)
from truebox.evaluation.protocols.open_images.repeated_boxes import each_with_each
from truebox.evaluation.protocols.stated_pairs import StatedPairs, stated_places
from truebox.evaluation.question import Question
from truebox.evaluation.states.accumulation import PrecisionRule
from truebox.evaluation.states.parameters import CocoParameters, without_sizes
from truebox.evaluation.states.quirks import QUIRKS, Quirk
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth
    from truebox.typing import BoolArray, Int32Array

__all__ = ["grouped_protocol"]

_USUAL = 0.5
_MOST = 10_000
_NEVER = np.int32(-1)


def grouped_protocol(name: str, title: str, *, groups_count: bool, verified_only: bool) -> DetectionProtocol:
    """The rules of a metric.

    Parameters
    ----------
    name, title : str
        Of the protocol.
    groups_count : bool
        A group counts as one object that can be found and missed; else what it takes is left out.
    verified_only : bool
        A detection counts only where its class was verified in the image, or has a box there.
    """

    def defaults(geometry: str, mended: Quirk) -> CocoParameters:
        del mended
        return without_sizes(name, geometry, np.array([_USUAL]), most=_MOST)

    def select(case: Case) -> Case:
        image = _without_empty(case)
        if verified_only:
            image = np.where(_asked(case), image, _NEVER)
        plain = replace(case.truth, ignore=np.zeros_like(case.truth.ignore))
        return without_box_only(
            replace(
                case,
                truth=plain,
                alignment=replace(case.alignment, predicted_image=image),
                uncounted=case.truth.ignore,
            )
        )

    return DetectionProtocol(
        name=name,
        title=title,
        reference="tf-object-detection 0.0.3 (tensorflow/models object_detection)",
        takes=EVERY_ARGUMENT - {"recall_thresholds", "area_ranges"},
        geometries=("boxes", "masks"),
        defaults=defaults,
        questions=_questions,
        policy=MatchingPolicy(matching=Matching.GROUP, regions_count=groups_count),
        precision=PrecisionRule.AREA,
        single_masks=True,
        maskless=True,
        ties_by_file=True,
        counts_empty=False,
        quirks=Quirk.TIE_ORDER,
        reported=tuple(entry for entry in QUIRKS if entry.quirk == Quirk.TIE_ORDER),
        complete=_complete_and_verified if verified_only else _complete,
        leaves_out={
            "detections": "boxes without extent"
            + (", and classes that nobody verified in their image" if verified_only else ""),
            "uncounted": "objects to be ignored"
            + ("" if groups_count else ", and groups, which excuse what lies in them"),
            "truths": "objects without a mask, which excuse what lies on their boxes",
            "unjudged": "those on objects that excuse"
            + (", and all but the best in a group" if groups_count else ""),
        },
        select=select,
        settle=excused_by_boxes,
    )


def _complete(truth: Truth, given: Any) -> Truth:
    found = datasets.with_ancestors(truth, given)
    return found if found is truth else each_with_each(found)


def _complete_and_verified(truth: Truth, given: Any) -> Truth:
    found = _complete(truth, given)
    if found.federation is not None:
        return found
    text = (
        f"{found.source.name} has no verified image labels: a detection counts only where its class has a "
        "box in its image. Give the folder that holds the image labels beside the boxes"
    )
    return replace(found, findings=(*found.findings, Finding("W-313", text)))


def _without_empty(case: Case) -> Int32Array:
    """The images of detections; boxes without extent are taken out, as the kit does."""
    image = case.alignment.predicted_image
    if not case.predictions.boxed:
        return image
    empty = (case.predictions.boxes[:, 2:] <= 0).any(axis=1)
    found: Int32Array = np.where(empty, _NEVER, image)
    return found


def _asked(case: Case) -> BoolArray:
    """Which detections are of a class that was verified in their image, or has a truth there."""
    truth, alignment = case.truth, case.alignment
    pairs = StatedPairs(len(alignment.images), len(alignment.categories))
    pairs.add(images_of_truths(case), alignment.true_category)
    if truth.federation is not None:
        of_image, of_category = stated_places(truth, alignment)
        pairs.add(of_image[truth.federation.image], of_category[truth.federation.category])
    image, category = alignment.predicted_image, alignment.predicted_category
    held = (image >= 0) & (category >= 0)
    found: BoolArray = held & pairs.hold(np.where(held, image, 0), np.where(held, category, 0))
    return found


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
