"""How much boxes overlap: ``pairwise_*`` gives [N, M], ``elementwise_*`` gives [N].

Examples
--------
>>> from truebox import overlap
>>> overlap.iou((0, 0, 2, 2), (1, 1, 3, 3))
0.14285714285714285
"""

from __future__ import annotations

from truebox.overlap.box_ioa import elementwise_ioa, pairwise_ioa
from truebox.overlap.box_iou import elementwise_iou, pairwise_iou
from truebox.overlap.gwd import elementwise_gwd, pairwise_gwd
from truebox.overlap.iou_3d import elementwise_iou_3d, pairwise_iou_3d
from truebox.overlap.kld import elementwise_kld, pairwise_kld
from truebox.overlap.pair_overlap import PairOverlap, pair_overlap
from truebox.overlap.polygon_iou import elementwise_polygon_iou, pairwise_polygon_iou
from truebox.overlap.probiou import elementwise_probiou, pairwise_probiou
from truebox.overlap.rotated_iou import elementwise_rotated_iou, pairwise_rotated_iou
from truebox.overlap.rotated_iou_3d import elementwise_rotated_iou_3d, pairwise_rotated_iou_3d
from truebox.overlap.single_iou import iou

__all__ = [
    "PairOverlap",
    "elementwise_gwd",
    "elementwise_ioa",
    "elementwise_iou",
    "elementwise_iou_3d",
    "elementwise_kld",
    "elementwise_polygon_iou",
    "elementwise_probiou",
    "elementwise_rotated_iou",
    "elementwise_rotated_iou_3d",
    "iou",
    "pair_overlap",
    "pairwise_gwd",
    "pairwise_ioa",
    "pairwise_iou",
    "pairwise_iou_3d",
    "pairwise_kld",
    "pairwise_polygon_iou",
    "pairwise_probiou",
    "pairwise_rotated_iou",
    "pairwise_rotated_iou_3d",
]
