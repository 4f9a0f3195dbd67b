"""MMDetection's VOC metric of 2007: eleven points."""

from __future__ import annotations

from truebox.evaluation.protocols.mixture import by_rules
from truebox.evaluation.states.rules import Rules

__all__ = ["PROTOCOL", "RULES"]

RULES = Rules(
    limit="none",
    crowd="difficult",
    overlap="single",
    matching="best only",
    equal_overlaps="counted first",
    curve="11 points",
    ties="by file",
    quirks="none",
)

PROTOCOL = by_rules(
    "mmdet_voc07", "MMDetection VOC 2007", "mmdet 3.3.0 (eval_map, mode 11points)", RULES, iou=(0.5,)
)
