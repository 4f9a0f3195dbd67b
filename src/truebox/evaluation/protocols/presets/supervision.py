"""Supervision: COCO's rules without crowds, of boxes, masks and keypoints."""

from __future__ import annotations

from dataclasses import replace

from truebox.evaluation.protocols.mixture import by_rules
from truebox.evaluation.states.parameters import KEYPOINT_CAP
from truebox.evaluation.states.rules import Rules

__all__ = ["PROTOCOL", "RULES"]

RULES = Rules(crowd="removed")

PROTOCOL = replace(
    by_rules("supervision", "supervision", "supervision 0.31.2 (metrics.MeanAveragePrecision)", RULES),
    rules_elsewhere={"masks": RULES, "keypoints": replace(RULES, most=KEYPOINT_CAP)},
)
