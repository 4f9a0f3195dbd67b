"""Whether predictions sit on their truth as read, or would under another reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.fitting.fit import Fit, best_overlaps, class_pairs, fit_of, read_so
    from truebox.fitting.told_by_boxes import told_classes

__all__ = [
    "Fit",
    "best_overlaps",
    "class_pairs",
    "fit_of",
    "read_so",
    "told_classes",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "fit": "Fit best_overlaps class_pairs fit_of read_so",
        "told_by_boxes": "told_classes",
    },
)
