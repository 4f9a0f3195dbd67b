"""Which rows of a case take part under a mixture of rules, and as what."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.image_limit import limited_images
from truebox.evaluation.protocols.mixed.changed_masks import MASK_RULES, with_changed_masks
from truebox.evaluation.protocols.mixed.changed_points import with_points
from truebox.evaluation.protocols.mixed.same_cell import largest_overlaps
from truebox.evaluation.protocols.mixed.tool_boxes import found_boxes, true_boxes
from truebox.records import Ids

if TYPE_CHECKING:
    from truebox.evaluation.protocol import Case
    from truebox.evaluation.states.alignment import Alignment
    from truebox.evaluation.states.rules import Rules
    from truebox.records import Truth
    from truebox.typing import ByteArray, Int32Array

__all__ = ["selected_case"]

_NEVER = -1
_SHARE_OF_BOXES = {"of boxes": 1.0, "0.53 of boxes": 0.53}


def selected_case(case: Case, rules: Rules) -> Case:
    """The case as the rules have it: what `DetectionProtocol.select` does."""
    if any(getattr(rules, name) != usual for name, usual in MASK_RULES.items()):
        case = with_changed_masks(case, rules)
    if case.truth.keypoints is not None and case.parameters.geometry == "keypoints":
        case = with_points(case, rules)
    truth, uncounted = _truths(case.truth, rules)
    predictions, alignment = case.predictions, case.alignment
    true_image, image = alignment.true_image.copy(), alignment.predicted_image.copy()
    if rules.crowd == "removed":
        true_image[(case.truth.crowd | case.truth.ignore) != 0] = _NEVER
    if rules.unlabelled_images == "skipped":
        labelled = np.zeros(len(alignment.images) + 1, dtype=bool)
        labelled[true_image[true_image >= 0]] = True
        image[~labelled[image]] = _NEVER
    if rules.scores != "as read":
        predictions = replace(predictions, scores=np.round(predictions.scores, int(rules.scores[0])))
    image[predictions.scores < rules.lowest_score] = _NEVER
    if rules.silent_images == "skipped":
        heard = np.zeros(len(alignment.images) + 1, dtype=bool)
        heard[image[image >= 0]] = True
        true_image[~heard[true_image]] = _NEVER
    if rules.labels != "as read":
        alignment = replace(
            alignment, predicted_category=_shifted(alignment.predicted_category, alignment, rules.labels)
        )
    if rules.classes == "one for all":
        alignment = replace(
            alignment,
            predicted_category=np.minimum(alignment.predicted_category, 0),
            true_category=np.minimum(alignment.true_category, 0),
        )
    if rules.overlap == "single":
        predictions = replace(predictions, scores=predictions.scores.astype(np.float32).astype(np.float64))
    if rules.limit == "image":
        image = limited_images(image, predictions.scores, case.parameters.max_detections[-1])
    selected = replace(
        case,
        truth=replace(truth, boxes=true_boxes(truth.boxes, rules)),
        predictions=replace(predictions, boxes=found_boxes(case, rules)),
        alignment=replace(alignment, predicted_image=image, true_image=true_image),
        uncounted=uncounted,
    )
    if rules.first == "score":
        return selected
    if rules.first == "file":
        return replace(selected, asking=-np.arange(len(predictions), dtype=np.float64))
    return replace(selected, asking=largest_overlaps(selected, rules))


def _truths(truth: Truth, rules: Rules) -> tuple[Truth, ByteArray | None]:
    """Truths with their crowds, ids and areas as the rules have them, and those that are uncounted."""
    special = ((truth.crowd | truth.ignore) != 0).astype(np.uint8)
    uncounted = special if rules.crowd == "difficult" else None
    none = np.zeros_like(truth.crowd)
    if rules.crowd == "difficult":
        truth = replace(truth, ignore=special, crowd=none)
    elif rules.crowd.startswith("groups"):
        truth = replace(truth, ignore=none, crowd=special)
    elif rules.crowd != "regions":
        truth = replace(truth, ignore=none, crowd=none)
    if rules.annotation_ids != "as read":
        truth = replace(truth, ids=Ids(np.arange(len(truth)) + int(rules.annotation_ids[-1])))
    if rules.areas in _SHARE_OF_BOXES:
        area = truth.boxes[:, 2] * truth.boxes[:, 3] * _SHARE_OF_BOXES[rules.areas]
        truth = replace(truth, area=area, area_missing=None)
    elif rules.areas == "of masks":
        truth = replace(truth, area_missing=np.ones(len(truth), dtype=bool))
    return truth, uncounted


def _shifted(category: Int32Array, alignment: Alignment, how: str) -> Int32Array:
    """Classes that stand one further or one before; those beyond are none."""
    moved = category + np.int32(1 if how == "1 on" else -1)
    there = (category >= 0) & (moved >= 0) & (moved < len(alignment.categories))
    found: Int32Array = np.where(there, moved, np.int32(_NEVER)).astype(np.int32)
    return found
