"""YOLOv5, and Ultralytics before 8.4.40: a straight line closes every curve of precision."""

from __future__ import annotations

from truebox.evaluation.matching.policy import Matching
from truebox.evaluation.protocols.yolo.generations import generation

__all__ = ["PROTOCOL"]

PROTOCOL = generation(
    "yolov5",
    "YOLOv5",
    "yolov5 7.0.14 (val.py), ultralytics to 8.4.30",
    Matching.LAST,
    closing_line=True,
)
