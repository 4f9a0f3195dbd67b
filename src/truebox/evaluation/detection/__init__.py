"""One run of a detection protocol: what it does and what it notices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.evaluation.detection.evaluating import load_ahead
    from truebox.evaluation.detection.leniency import without_refused
    from truebox.evaluation.detection.tie_hint import ties_may_matter

__all__ = [
    "load_ahead",
    "ties_may_matter",
    "without_refused",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "evaluating": "load_ahead",
        "leniency": "without_refused",
        "tie_hint": "ties_may_matter",
    },
)
