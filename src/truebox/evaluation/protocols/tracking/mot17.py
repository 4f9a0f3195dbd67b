"""MOT17: pedestrians; what is assigned to riders, static persons, distractors or reflections is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.tracks.evaluating import evaluate_asked
from truebox.evaluation.tracks.mot_protocol import mot_protocol, named_like
from truebox.evaluation.tracks.sides.selection import other_number

if TYPE_CHECKING:
    from truebox.records import Tracks

__all__ = ["PROTOCOL"]


def _suits(truth: Tracks, predictions: Tracks) -> str:
    """Classes beside pedestrians in the truth and none in the results, as MOT16 and MOT20 have them too."""
    if other_number(truth, predictions) is not None:
        return ""
    if truth.layout == predictions.layout == "xywh" and not predictions.named_classes:
        others = sorted(
            {int(number) for side in truth.sequences for number in np.unique(side.label)} - {1, -1}
        )
        if others and truth.named_classes and all(number in truth.classes for number in others):
            other = truth.classes[others[0]]
            return f"the truth has {other} and others beside pedestrians, the results no classes"
    return ""


PROTOCOL = mot_protocol(
    name="mot17",
    title="MOT17",
    removing=(2, 7, 8, 12),
    evaluate=evaluate_asked,
    recognises=named_like(r"MOT17-\d\d(-(DPM|FRCNN|SDP))?"),
    suits=_suits,
)
