"""map-boxes, of Kaggle's competitions: the first of the file asks first, images without truth are skipped."""

from __future__ import annotations

from truebox.evaluation.protocols.mixture import by_rules
from truebox.evaluation.states.rules import Rules

__all__ = ["PROTOCOL", "RULES"]

RULES = Rules(
    unlabelled_images="skipped",
    limit="none",
    crowd="removed",
    first="file",
    matching="best only",
    curve="all points",
    ties="by file",
    quirks="none",
)

PROTOCOL = by_rules("map_boxes", "map-boxes", "map-boxes 1.0.6", RULES, iou=(0.5,))
