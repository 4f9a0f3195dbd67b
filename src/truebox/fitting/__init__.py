"""Whether predictions sit on their truth as read, or would under another reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.fitting.corners import Corners, areas_of_corners, meant_as_corners
    from truebox.fitting.file_numbers import FileNumbers, by_file_numbers
    from truebox.fitting.fit import Fit, best_overlaps, class_pairs, fit_of, fit_of_truth, read_so
    from truebox.fitting.lost_rows import LostRows, lost_rows
    from truebox.fitting.other_places import Displaced, displaced
    from truebox.fitting.samples import RowsByImage
    from truebox.fitting.shape_readings import fit_of_shapes, shapes_read_so
    from truebox.fitting.told_by_boxes import told_classes

__all__ = [
    "Corners",
    "Displaced",
    "FileNumbers",
    "Fit",
    "LostRows",
    "RowsByImage",
    "areas_of_corners",
    "best_overlaps",
    "by_file_numbers",
    "class_pairs",
    "displaced",
    "fit_of",
    "fit_of_shapes",
    "fit_of_truth",
    "lost_rows",
    "meant_as_corners",
    "read_so",
    "shapes_read_so",
    "told_classes",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "corners": "Corners areas_of_corners meant_as_corners",
        "file_numbers": "FileNumbers by_file_numbers",
        "fit": "Fit best_overlaps class_pairs fit_of fit_of_truth read_so",
        "lost_rows": "LostRows lost_rows",
        "other_places": "Displaced displaced",
        "samples": "RowsByImage",
        "shape_readings": "fit_of_shapes shapes_read_so",
        "told_by_boxes": "told_classes",
    },
)
