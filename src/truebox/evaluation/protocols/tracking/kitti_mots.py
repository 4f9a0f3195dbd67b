"""KITTI MOTS: masks of cars and pedestrians, each class by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.evaluation.tracks.evaluating import evaluate_asked
from truebox.evaluation.tracks.mots_protocol import mots_protocol

if TYPE_CHECKING:
    from truebox.records import Tracks

__all__ = ["PROTOCOL"]

_CAR, _PEDESTRIAN = 1, 2


def _recognises(truth: Tracks, predictions: Tracks) -> str:
    if not truth.has_masks or predictions.has_boxes_alone or truth.source.format != "mots":
        return ""
    if any((each.label == _CAR).any() for each in truth.sequences):
        return "the truth has masks of cars"
    if all(each.first == 0 for each in truth.sequences):
        return "the truth has masks, in frames counted from 0"
    return ""


PROTOCOL = mots_protocol(
    name="kitti_mots",
    title="KITTI MOTS",
    classes=((_CAR, "car"), (_PEDESTRIAN, "pedestrian")),
    evaluate=evaluate_asked,
    recognises=_recognises,
)
