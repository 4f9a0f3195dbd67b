"""From records to a result: groups, matching, accumulation, and the numbers people quote."""

from __future__ import annotations

from truebox.evaluation.accumulation import Curves, accumulate
from truebox.evaluation.evaluating import evaluate
from truebox.evaluation.parameters import CocoParameters, coco_parameters
from truebox.evaluation.quirks import QUIRKS, Quirk, QuirkEntry
from truebox.evaluation.result import ClassResult, Result
from truebox.evaluation.state import MatchState
from truebox.evaluation.summary import Summary, summarise

__all__ = [
    "QUIRKS",
    "ClassResult",
    "CocoParameters",
    "Curves",
    "MatchState",
    "Quirk",
    "QuirkEntry",
    "Result",
    "Summary",
    "accumulate",
    "coco_parameters",
    "evaluate",
    "summarise",
]
