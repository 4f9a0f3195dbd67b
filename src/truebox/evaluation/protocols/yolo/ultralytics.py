"""Ultralytics from 8.4.180 on: each detection takes the best truth that is free."""

from __future__ import annotations

from truebox.evaluation.matching.policy import Matching
from truebox.evaluation.protocols.yolo.generations import generation

__all__ = ["PROTOCOL"]

PROTOCOL = generation(
    "ultralytics",
    "Ultralytics",
    "ultralytics 8.4.190 (model.val)",
    Matching.FIRST,
    closing_line=False,
)
