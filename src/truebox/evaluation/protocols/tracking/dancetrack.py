"""DanceTrack: dancers, evaluated in the form of MOT17."""

from __future__ import annotations

from truebox.evaluation.tracks.evaluating import evaluate_asked
from truebox.evaluation.tracks.mot_protocol import mot_protocol, named_like

__all__ = ["PROTOCOL"]

PROTOCOL = mot_protocol(
    name="dancetrack",
    title="DanceTrack",
    removing=(2, 7, 8, 12),
    evaluate=evaluate_asked,
    recognises=named_like(r"dancetrack\d{4}"),
)
