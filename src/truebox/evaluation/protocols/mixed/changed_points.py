"""Keypoints as another tool had them: moved, other points counted, other sigmas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.mixed.letterboxes import image_sizes, in_letterbox
from truebox.overlap import COCO_SIGMAS

if TYPE_CHECKING:
    from truebox.evaluation.protocol import Case
    from truebox.evaluation.states.rules import Rules
    from truebox.records import Keypoints, Predictions
    from truebox.typing import FloatArray

__all__ = ["sigmas_by_rules", "with_points"]

_NEVER = -1
_VISIBLE = 2
_NOWHERE = 1e15
"""So far away that nothing is like it."""

_MOVED = {"1 pixel on": 1.0, "1 pixel back": -1.0, "half a pixel on": 0.5, "half a pixel back": -0.5}


def sigmas_by_rules(sigmas: Sequence[float] | None, rules: Rules) -> tuple[float, ...] | None:
    """The sigmas that the rules make of those of a tool; None: COCO's seventeen.

    Examples
    --------
    >>> from truebox.evaluation import Rules
    >>> sigmas_by_rules([0.1, 0.2], Rules(sigmas="even")), sigmas_by_rules(None, Rules())
    ((0.5, 0.5), None)
    """
    if rules.sigmas == "as named":
        return None if sigmas is None else tuple(map(float, sigmas))
    named = np.array(COCO_SIGMAS if sigmas is None else sigmas, dtype=np.float64)
    changed = {
        "even": np.full(len(named), 1 / len(named)),
        "half": named / 2,
        "root of half": named / np.sqrt(2),
    }
    return tuple(changed[rules.sigmas].tolist())


def with_points(case: Case, rules: Rules) -> Case:
    """The case with its keypoints as the rules have them."""
    truth, true_image = case.truth, case.alignment.true_image
    assert truth.keypoints is not None
    points = _counted(truth.keypoints, rules)
    if rules.unlabelled_truths == "removed":
        true_image = np.where(points.labelled == 0, np.int32(_NEVER), true_image).astype(np.int32)
    elif rules.unlabelled_truths == "missed":
        points = _missed(points)
    return replace(
        case,
        truth=replace(truth, keypoints=points),
        predictions=_found(case, rules),
        alignment=replace(case.alignment, true_image=true_image),
    )


def _counted(held: Keypoints, rules: Rules) -> Keypoints:
    """The points that count have a visibility above 0, the others of 0."""
    if rules.points == "labelled":
        return held
    points = held.points.copy()
    points[:, :, 2] = 1 if rules.points == "all" else np.where(points[:, :, 2] == _VISIBLE, _VISIBLE, 0)
    return replace(held, points=points, labelled=np.count_nonzero(points[:, :, 2] > 0, axis=1))


def _missed(held: Keypoints) -> Keypoints:
    """Truths without a labelled point count, and lie where nothing finds them."""
    without = held.labelled == 0
    points = held.points.copy()
    points[without] = (_NOWHERE, _NOWHERE, 1)
    return replace(held, points=points, labelled=np.where(without, 1, held.labelled))


def _found(case: Case, rules: Rules) -> Predictions:
    held = case.predictions.keypoints
    if held is None or (rules.letterbox, rules.found_points) == ("as read", "as read"):
        return case.predictions
    points = held.points.copy()
    if rules.letterbox != "as read":
        sizes = image_sizes(case)
        known = (sizes > 0).all(axis=1)
        points[known, :, :2] = in_letterbox(points[known, :, :2], sizes[known], rules)
    if rules.found_points == "rounded":
        points[:, :, :2] = np.rint(points[:, :, :2])
    else:
        points[:, :, :2] += _MOVED.get(rules.found_points, 0.0)
    extents = _extents(points)
    boxes = case.predictions.boxes if case.predictions.boxed else extents
    return replace(case.predictions, keypoints=replace(held, points=points, extents=extents), boxes=boxes)


def _extents(points: FloatArray) -> FloatArray:
    """The box around all points of each row."""
    if not points.shape[1]:
        return np.zeros((len(points), 4))
    low, high = points[:, :, :2].min(axis=1), points[:, :, :2].max(axis=1)
    return np.concatenate([low, high - low], axis=1)
