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

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.overlap.boundary_iou import pairwise_boundary_iou
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
    from truebox.overlap.gwd import elementwise_gwd, pairwise_gwd
    from truebox.overlap.iou_3d import elementwise_iou_3d, pairwise_iou_3d
    from truebox.overlap.kld import elementwise_kld, pairwise_kld
    from truebox.overlap.mask_iou import pairwise_mask_ioa, pairwise_mask_iou
    from truebox.overlap.oks import COCO_SIGMAS, pairwise_oks
    from truebox.overlap.pair_areas import PairOverlap, pair_overlap
    from truebox.overlap.polygon_iou import elementwise_polygon_iou, pairwise_polygon_iou
    from truebox.overlap.probiou import elementwise_probiou, pairwise_probiou
    from truebox.overlap.rotated_iou import elementwise_rotated_iou, pairwise_rotated_iou
    from truebox.overlap.rotated_iou_3d import elementwise_rotated_iou_3d, pairwise_rotated_iou_3d
    from truebox.overlap.single_iou import iou

__all__ = [
    "COCO_SIGMAS",
    "PairOverlap",
    "elementwise_ciou",
    "elementwise_diou",
    "elementwise_eiou",
    "elementwise_giou",
    "elementwise_gwd",
    "elementwise_ioa",
    "elementwise_ios",
    "elementwise_iou",
    "elementwise_iou_3d",
    "elementwise_kld",
    "elementwise_mpdiou",
    "elementwise_nwd",
    "elementwise_polygon_iou",
    "elementwise_probiou",
    "elementwise_rotated_iou",
    "elementwise_rotated_iou_3d",
    "elementwise_siou",
    "iou",
    "pair_overlap",
    "pairwise_boundary_iou",
    "pairwise_ciou",
    "pairwise_diou",
    "pairwise_eiou",
    "pairwise_giou",
    "pairwise_gwd",
    "pairwise_ioa",
    "pairwise_ios",
    "pairwise_iou",
    "pairwise_iou_3d",
    "pairwise_kld",
    "pairwise_mask_ioa",
    "pairwise_mask_iou",
    "pairwise_mpdiou",
    "pairwise_nwd",
    "pairwise_oks",
    "pairwise_polygon_iou",
    "pairwise_probiou",
    "pairwise_rotated_iou",
    "pairwise_rotated_iou_3d",
    "pairwise_siou",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "boundary_iou": "pairwise_boundary_iou",
        "box_ciou": "elementwise_ciou pairwise_ciou",
        "box_diou": "elementwise_diou pairwise_diou",
        "box_eiou": "elementwise_eiou pairwise_eiou",
        "box_giou": "elementwise_giou pairwise_giou",
        "box_ioa": "elementwise_ioa pairwise_ioa",
        "box_ios": "elementwise_ios pairwise_ios",
        "box_iou": "elementwise_iou pairwise_iou",
        "box_mpdiou": "elementwise_mpdiou pairwise_mpdiou",
        "box_nwd": "elementwise_nwd pairwise_nwd",
        "box_siou": "elementwise_siou pairwise_siou",
        "gwd": "elementwise_gwd pairwise_gwd",
        "iou_3d": "elementwise_iou_3d pairwise_iou_3d",
        "kld": "elementwise_kld pairwise_kld",
        "mask_iou": "pairwise_mask_ioa pairwise_mask_iou",
        "oks": "COCO_SIGMAS pairwise_oks",
        "pair_areas": "PairOverlap pair_overlap",
        "polygon_iou": "elementwise_polygon_iou pairwise_polygon_iou",
        "probiou": "elementwise_probiou pairwise_probiou",
        "rotated_iou": "elementwise_rotated_iou pairwise_rotated_iou",
        "rotated_iou_3d": "elementwise_rotated_iou_3d pairwise_rotated_iou_3d",
        "single_iou": "iou",
    },
)
