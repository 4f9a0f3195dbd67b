"""MMDetection's VOC metric: all points, each detection asks for its best truth alone."""

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
    curve="all points",
    ties="by file",
    quirks="none",
)

PROTOCOL = by_rules("mmdet_voc", "MMDetection VOC", "mmdet 3.3.0 (eval_map, mode area)", RULES, iou=(0.5,))
