"""MMDetection's metric of ImageNet: the next best truth, less overlap for small ones, truths a pixel back."""

from __future__ import annotations

from truebox.evaluation.protocols.mixture import by_rules
from truebox.evaluation.states.rules import Rules

__all__ = ["PROTOCOL", "RULES"]

RULES = Rules(
    limit="none",
    found_boxes="1 pixel on",
    crowd="difficult",
    small_truths="forgiven",
    curve="all points",
    ties="by file",
    overlap="single",
    quirks="none",
)

PROTOCOL = by_rules(
    "mmdet_imagenet", "MMDetection ImageNet", "mmdet 3.3.0 (eval_map, dataset det)", RULES, iou=(0.5,)
)
