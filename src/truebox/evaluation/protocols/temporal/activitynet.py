"""ActivityNet: the mean over overlaps in time from 0.5 to 0.95."""

from __future__ import annotations

from truebox.evaluation.protocols.temporal.segments import temporal

__all__ = ["PROTOCOL"]

PROTOCOL = temporal(
    "activitynet",
    "ActivityNet",
    "ActivityNet Evaluation/eval_detection.py (82304fa)",
    (0.5, 0.95, 10),
)
