"""How much boxes overlap: ``pairwise_*`` gives [N, M], ``elementwise_*`` gives [N].

Each measure takes arrays of NumPy, PyTorch, JAX, TensorFlow or CuPy and answers in kind.

Examples
--------
>>> from truebox import overlap
>>> overlap.iou((0, 0, 2, 2), (1, 1, 3, 3))
0.14285714285714285
>>> overlap.elementwise_giou([[0, 0, 4, 4]], [[2, 2, 6, 6]])
array([-0.07936508])
"""

from __future__ import annotations

from truebox.overlap.box_ciou import elementwise_ciou, pairwise_ciou
from truebox.overlap.box_diou import elementwise_diou, pairwise_diou
from truebox.overlap.box_eiou import elementwise_eiou, pairwise_eiou
from truebox.overlap.box_giou import elementwise_giou, pairwise_giou
from truebox.overlap.box_ioa import elementwise_ioa, pairwise_ioa
from truebox.overlap.box_ios import elementwise_ios, pairwise_ios
from truebox.overlap.box_iou import elementwise_iou, pairwise_iou
from truebox.overlap.box_mpdiou import elementwise_mpdiou, pairwise_mpdiou
from truebox.overlap.box_nwd import elementwise_nwd, pairwise_nwd
from truebox.overlap.box_siou import elementwise_siou, pairwise_siou
from truebox.overlap.pair_overlap import PairOverlap, pair_overlap
from truebox.overlap.single_iou import iou

__all__ = [
    "PairOverlap",
    "elementwise_ciou",
    "elementwise_diou",
    "elementwise_eiou",
    "elementwise_giou",
    "elementwise_ioa",
    "elementwise_ios",
    "elementwise_iou",
    "elementwise_mpdiou",
    "elementwise_nwd",
    "elementwise_siou",
    "iou",
    "pair_overlap",
    "pairwise_ciou",
    "pairwise_diou",
    "pairwise_eiou",
    "pairwise_giou",
    "pairwise_ioa",
    "pairwise_ios",
    "pairwise_iou",
    "pairwise_mpdiou",
    "pairwise_nwd",
    "pairwise_siou",
]
