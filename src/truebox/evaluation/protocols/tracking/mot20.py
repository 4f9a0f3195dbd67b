"""MOT20: as MOT17, and what is assigned to vehicles without a motor is left out too."""

from __future__ import annotations

from truebox.evaluation.tracks.evaluating import evaluate_asked
from truebox.evaluation.tracks.mot_protocol import mot_protocol, named_like

__all__ = ["PROTOCOL"]

PROTOCOL = mot_protocol(
    name="mot20",
    title="MOT20",
    removing=(2, 6, 7, 8, 12),
    evaluate=evaluate_asked,
    recognises=named_like(r"MOT20-\d\d"),
)
