"""Why the number is what it is, and how sure it is."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from truebox.diagnosis.comparison import ClassDifferences, Comparison, PairComparison, compare
    from truebox.diagnosis.difference import Difference
    from truebox.diagnosis.estimate import Estimate
    from truebox.diagnosis.intervals import ClassIntervals, Intervals, intervals
    from truebox.diagnosis.movers import Mover, Movers
    from truebox.diagnosis.ties import ClassTies, TieRange, Ties, ties

__all__ = [
    "ClassDifferences",
    "ClassIntervals",
    "ClassTies",
    "Comparison",
    "Difference",
    "Estimate",
    "Intervals",
    "Mover",
    "Movers",
    "PairComparison",
    "TieRange",
    "Ties",
    "compare",
    "intervals",
    "ties",
]

_HOME = {
    "ClassDifferences": "comparison",
    "ClassIntervals": "intervals",
    "ClassTies": "ties",
    "Comparison": "comparison",
    "Difference": "difference",
    "Estimate": "estimate",
    "Intervals": "intervals",
    "Mover": "movers",
    "Movers": "movers",
    "PairComparison": "comparison",
    "TieRange": "ties",
    "Ties": "ties",
    "compare": "comparison",
    "intervals": "intervals",
    "ties": "ties",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'truebox.diagnosis' has no attribute {name!r}")
    value = getattr(import_module(f"truebox.diagnosis.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
