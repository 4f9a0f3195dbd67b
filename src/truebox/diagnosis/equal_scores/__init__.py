"""What equal scores leave open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.diagnosis.equal_scores.tie_finding import tie_ranges

__all__ = [
    "tie_ranges",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "tie_finding": "tie_ranges",
    },
)
