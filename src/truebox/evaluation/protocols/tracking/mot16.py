"""MOT16: pedestrians; what is assigned to riders, static persons, distractors or reflections is left out."""

from __future__ import annotations

from truebox.evaluation.tracks.evaluating import evaluate_asked
from truebox.evaluation.tracks.mot_protocol import mot_protocol, named_like

__all__ = ["PROTOCOL"]

PROTOCOL = mot_protocol(
    name="mot16",
    title="MOT16",
    removing=(2, 7, 8, 12),
    evaluate=evaluate_asked,
    recognises=named_like(r"MOT16-\d\d"),
)
