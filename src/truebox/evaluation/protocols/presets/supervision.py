"""Supervision: COCO's rules without crowds."""

from __future__ import annotations

from dataclasses import replace

from truebox.evaluation.protocols.mixture import by_rules
from truebox.evaluation.states.rules import Rules

__all__ = ["PROTOCOL", "RULES"]

RULES = Rules(crowd="removed")

PROTOCOL = replace(
    by_rules("supervision", "supervision", "supervision 0.31.2 (metrics.MeanAveragePrecision)", RULES),
    rules_elsewhere={"masks": RULES},
)
