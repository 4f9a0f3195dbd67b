"""Fewer boxes from many: non-maximum suppression in its kinds, and the fusion of several models' boxes.

Suppression answers with row numbers (`nms`, `diou_nms`, `nms_from_overlap`) or with row numbers and
lowered scores (`soft_nms`, `matrix_nms` and their ``_from_overlap`` twins); merging and fusion with new
boxes (`non_max_merge`, `weighted_boxes_fusion` and its rotated twin, `non_maximum_weighted`). The
``_from_overlap`` functions take any [N, N] matrix of overlaps, so masks and polygons are suppressed by the
same rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.suppression.fusion import non_maximum_weighted, weighted_boxes_fusion
    from truebox.suppression.greedy_suppression import diou_nms, nms, nms_from_overlap
    from truebox.suppression.matrix_suppression import matrix_nms, matrix_nms_from_overlap
    from truebox.suppression.merging import MergedBoxes, non_max_merge
    from truebox.suppression.pooling import FusedBoxes
    from truebox.suppression.rotated_fusion import rotated_weighted_boxes_fusion
    from truebox.suppression.rotated_suppression import rotated_nms
    from truebox.suppression.soft_suppression import soft_nms, soft_nms_from_overlap

__all__ = [
    "FusedBoxes",
    "MergedBoxes",
    "diou_nms",
    "matrix_nms",
    "matrix_nms_from_overlap",
    "nms",
    "nms_from_overlap",
    "non_max_merge",
    "non_maximum_weighted",
    "rotated_nms",
    "rotated_weighted_boxes_fusion",
    "soft_nms",
    "soft_nms_from_overlap",
    "weighted_boxes_fusion",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "fusion": "non_maximum_weighted weighted_boxes_fusion",
        "greedy_suppression": "diou_nms nms nms_from_overlap",
        "matrix_suppression": "matrix_nms matrix_nms_from_overlap",
        "merging": "MergedBoxes non_max_merge",
        "pooling": "FusedBoxes",
        "rotated_fusion": "rotated_weighted_boxes_fusion",
        "rotated_suppression": "rotated_nms",
        "soft_suppression": "soft_nms soft_nms_from_overlap",
    },
)
