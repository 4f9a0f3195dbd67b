"""From records to a result: groups, matching, accumulation, and the numbers people quote."""

from __future__ import annotations

from truebox.evaluation.accumulation import Curves, accumulate
from truebox.evaluation.evaluating import evaluate
from truebox.evaluation.label_confusion import LabelConfusion
from truebox.evaluation.panoptic import evaluate_panoptic
from truebox.evaluation.panoptic_quality import PanopticClass
from truebox.evaluation.panoptic_result import PanopticResult
from truebox.evaluation.panoptic_state import PanopticState
from truebox.evaluation.parameters import CocoParameters, coco_parameters
from truebox.evaluation.quirks import QUIRKS, Quirk, QuirkEntry
from truebox.evaluation.result import ClassResult, Result
from truebox.evaluation.semantic import semantic_iou
from truebox.evaluation.state import MatchState
from truebox.evaluation.summary import Summary, summarise

__all__ = [
    "QUIRKS",
    "ClassResult",
    "CocoParameters",
    "Curves",
    "LabelConfusion",
    "MatchState",
    "PanopticClass",
    "PanopticResult",
    "PanopticState",
    "Quirk",
    "QuirkEntry",
    "Result",
    "Summary",
    "accumulate",
    "coco_parameters",
    "evaluate",
    "evaluate_panoptic",
    "semantic_iou",
    "summarise",
]
