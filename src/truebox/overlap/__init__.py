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
from truebox.overlap.pair_overlap import PairOverlap, pair_overlap
from truebox.overlap.single_iou import iou

__all__ = [
    "PairOverlap",
    "elementwise_ioa",
    "elementwise_iou",
    "iou",
    "pair_overlap",
    "pairwise_ioa",
    "pairwise_iou",
]
