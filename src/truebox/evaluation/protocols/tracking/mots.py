"""MOTS: masks of pedestrians, as the MOTS challenge evaluates them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.evaluation.tracks.evaluating import evaluate_asked
from truebox.evaluation.tracks.mots_protocol import mots_protocol

if TYPE_CHECKING:
    from truebox.records import Tracks

__all__ = ["PROTOCOL"]

_PEDESTRIAN = 2


def _recognises(truth: Tracks, predictions: Tracks) -> str:
    if not truth.has_masks or predictions.has_boxes_alone or truth.source.format != "mots":
        return ""
    if any(each.first != 1 or (each.label != _PEDESTRIAN).any() for each in truth.sequences):
        return ""
    return "the truth has masks of pedestrians alone, in frames counted from 1"


PROTOCOL = mots_protocol(
    name="mots",
    title="MOTS challenge",
    classes=((_PEDESTRIAN, "pedestrian"),),
    evaluate=evaluate_asked,
    recognises=_recognises,
)
