"""From records to a result: groups, matching, accumulation, and the numbers people quote."""

from __future__ import annotations

from truebox.evaluation.parameters import CocoParameters
from truebox.evaluation.result import ClassResult, Result

__all__ = ["ClassResult", "CocoParameters", "Result"]
