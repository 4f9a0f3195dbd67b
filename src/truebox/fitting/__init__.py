"""Whether predictions sit on their truth as read, or would under another reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.fitting.corners import Corners, areas_of_corners, meant_as_corners
    from truebox.fitting.file_numbers import FileNumbers, by_file_numbers
    from truebox.fitting.fit import Fit, best_overlaps, class_pairs, fit_of, fit_of_truth, read_so
    from truebox.fitting.told_by_boxes import told_classes

__all__ = [
    "Corners",
    "FileNumbers",
    "Fit",
    "areas_of_corners",
    "best_overlaps",
    "by_file_numbers",
    "class_pairs",
    "fit_of",
    "fit_of_truth",
    "meant_as_corners",
    "read_so",
    "told_classes",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "corners": "Corners areas_of_corners meant_as_corners",
        "file_numbers": "FileNumbers by_file_numbers",
        "fit": "Fit best_overlaps class_pairs fit_of fit_of_truth read_so",
        "told_by_boxes": "told_classes",
    },
)
