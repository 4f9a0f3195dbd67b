"""TorchMetrics: COCO's rules on boxes and thresholds in single precision, without crowds.

Of masks alone (``iou_type="segm"``) it passes over images without a truth, with their false positives:
``_get_coco_format`` lists no image of which there is no mask.
"""

from __future__ import annotations

from dataclasses import replace

from truebox.evaluation.protocols.mixture import by_rules
from truebox.evaluation.states.quirks import Quirk
from truebox.evaluation.states.rules import Rules

__all__ = ["PROTOCOL", "RULES"]

RULES = Rules(crowd="removed", coordinates="single", thresholds="single")

_BY_RULES = by_rules("torchmetrics", "torchmetrics", "torchmetrics 1.9.0 (MeanAveragePrecision)", RULES)

PROTOCOL = replace(
    _BY_RULES,
    quirks=_BY_RULES.quirks & ~Quirk.CLASS_ORDER,  # average="micro": all have one class, in the order given
    rules_elsewhere={"masks": replace(RULES, coordinates="as read", unlabelled_images="skipped")},
)
