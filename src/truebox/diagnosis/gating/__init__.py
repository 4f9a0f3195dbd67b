"""Numbers held against limits and baselines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.diagnosis.gating.gate_baseline import is_document
    from truebox.diagnosis.gating.gate_expression import parse_gate

__all__ = [
    "is_document",
    "parse_gate",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "gate_baseline": "is_document",
        "gate_expression": "parse_gate",
    },
)
