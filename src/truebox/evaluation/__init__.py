"""From records to a result: groups, matching, accumulation, and the numbers people quote."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from truebox.evaluation.accumulation import Curves, accumulate
from truebox.evaluation.evaluating import evaluate
from truebox.evaluation.parameters import CocoParameters, coco_parameters
from truebox.evaluation.quirks import QUIRKS, Quirk, QuirkEntry
from truebox.evaluation.result import ClassResult, Result
from truebox.evaluation.state import MatchState
from truebox.evaluation.summary import Summary, summarise

if TYPE_CHECKING:
    from truebox.evaluation.label_confusion import LabelConfusion
    from truebox.evaluation.match_export import ColumnTable
    from truebox.evaluation.match_rows import DetectionMatches, OverlapPairs, TruthMatches
    from truebox.evaluation.match_table import MatchTable
    from truebox.evaluation.panoptic import evaluate_panoptic
    from truebox.evaluation.panoptic_quality import PanopticClass
    from truebox.evaluation.panoptic_result import PanopticResult
    from truebox.evaluation.panoptic_state import PanopticState
    from truebox.evaluation.semantic import semantic_iou

__all__ = [
    "QUIRKS",
    "ClassResult",
    "CocoParameters",
    "ColumnTable",
    "Curves",
    "DetectionMatches",
    "LabelConfusion",
    "MatchState",
    "MatchTable",
    "OverlapPairs",
    "PanopticClass",
    "PanopticResult",
    "PanopticState",
    "Quirk",
    "QuirkEntry",
    "Result",
    "Summary",
    "TruthMatches",
    "accumulate",
    "coco_parameters",
    "evaluate",
    "evaluate_panoptic",
    "semantic_iou",
    "summarise",
]

# Whoever evaluates boxes waits neither for the evaluation of pixels nor for match tables.
_LATE = {
    "ColumnTable": "match_export",
    "DetectionMatches": "match_rows",
    "MatchTable": "match_table",
    "OverlapPairs": "match_rows",
    "TruthMatches": "match_rows",
    "LabelConfusion": "label_confusion",
    "PanopticClass": "panoptic_quality",
    "PanopticResult": "panoptic_result",
    "PanopticState": "panoptic_state",
    "evaluate_panoptic": "panoptic",
    "semantic_iou": "semantic",
}


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module 'truebox.evaluation' has no attribute {name!r}")
    value = getattr(import_module(f"truebox.evaluation.{_LATE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
