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

from importlib import import_module
from typing import TYPE_CHECKING, Any

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

# Each name loads with its module when asked for: one measure does not wait for thirty others.
_HOME = {
    "COCO_SIGMAS": "oks",
    "PairOverlap": "pair_areas",
    "elementwise_ciou": "box_ciou",
    "elementwise_diou": "box_diou",
    "elementwise_eiou": "box_eiou",
    "elementwise_giou": "box_giou",
    "elementwise_gwd": "gwd",
    "elementwise_ioa": "box_ioa",
    "elementwise_ios": "box_ios",
    "elementwise_iou": "box_iou",
    "elementwise_iou_3d": "iou_3d",
    "elementwise_kld": "kld",
    "elementwise_mpdiou": "box_mpdiou",
    "elementwise_nwd": "box_nwd",
    "elementwise_polygon_iou": "polygon_iou",
    "elementwise_probiou": "probiou",
    "elementwise_rotated_iou": "rotated_iou",
    "elementwise_rotated_iou_3d": "rotated_iou_3d",
    "elementwise_siou": "box_siou",
    "iou": "single_iou",
    "pair_overlap": "pair_areas",
    "pairwise_boundary_iou": "boundary_iou",
    "pairwise_ciou": "box_ciou",
    "pairwise_diou": "box_diou",
    "pairwise_eiou": "box_eiou",
    "pairwise_giou": "box_giou",
    "pairwise_gwd": "gwd",
    "pairwise_ioa": "box_ioa",
    "pairwise_ios": "box_ios",
    "pairwise_iou": "box_iou",
    "pairwise_iou_3d": "iou_3d",
    "pairwise_kld": "kld",
    "pairwise_mask_ioa": "mask_iou",
    "pairwise_mask_iou": "mask_iou",
    "pairwise_mpdiou": "box_mpdiou",
    "pairwise_nwd": "box_nwd",
    "pairwise_oks": "oks",
    "pairwise_polygon_iou": "polygon_iou",
    "pairwise_probiou": "probiou",
    "pairwise_rotated_iou": "rotated_iou",
    "pairwise_rotated_iou_3d": "rotated_iou_3d",
    "pairwise_siou": "box_siou",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'truebox.overlap' has no attribute {name!r}")
    value = getattr(import_module(f"truebox.overlap.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
