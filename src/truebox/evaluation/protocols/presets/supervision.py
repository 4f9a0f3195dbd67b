"""Supervision: COCO's rules without crowds, of boxes, masks and keypoints."""

from __future__ import annotations

from dataclasses import replace

from truebox.evaluation.protocols.mixture import by_rules
from truebox.evaluation.states.parameters import KEYPOINT_CAP
from truebox.evaluation.states.quirks import Quirk
from truebox.evaluation.states.rules import Rules

__all__ = ["PROTOCOL", "RULES"]

RULES = Rules(crowd="removed")

_BY_RULES = by_rules("supervision", "supervision", "supervision 0.31.2 (metrics.MeanAveragePrecision)", RULES)

PROTOCOL = replace(
    _BY_RULES,
    quirks=_BY_RULES.quirks & ~Quirk.CLASS_ORDER,  # without classes, all have one, in the order given
    rules_elsewhere={"masks": RULES, "keypoints": replace(RULES, most=KEYPOINT_CAP)},
)
