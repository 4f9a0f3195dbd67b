"""THUMOS14: the mean over overlaps in time from 0.3 to 0.7."""

from __future__ import annotations

from truebox.evaluation.protocols.temporal.segments import temporal

__all__ = ["PROTOCOL"]

PROTOCOL = temporal(
    "thumos14",
    "THUMOS14",
    "ActivityNet Evaluation/eval_detection.py (82304fa), at the overlaps of THUMOS14",
    (0.3, 0.7, 5),
)
