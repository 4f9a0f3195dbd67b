"""Whether predictions sit on their truth as read, or would under another reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.fitting.fit import Fit, best_overlaps, class_pairs, fit_of, read_so

__all__ = [
    "Fit",
    "best_overlaps",
    "class_pairs",
    "fit_of",
    "read_so",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "fit": "Fit best_overlaps class_pairs fit_of read_so",
    },
)
