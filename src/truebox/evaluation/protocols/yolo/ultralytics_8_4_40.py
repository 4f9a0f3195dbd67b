"""Ultralytics 8.4.40 to 8.4.170: no closing line, and each detection asks for its best truth alone."""

from __future__ import annotations

from truebox.evaluation.matching.policy import Matching
from truebox.evaluation.protocols.yolo.generations import generation

__all__ = ["PROTOCOL"]

PROTOCOL = generation(
    "ultralytics_8_4_40",
    "Ultralytics 8.4.40",
    "ultralytics 8.4.120 (model.val)",
    Matching.LAST,
    closing_line=False,
)
