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
    from truebox.overlap.area_measures import (
        elementwise_ioa,
        elementwise_ios,
        elementwise_iou,
        pairwise_ioa,
        pairwise_ios,
        pairwise_iou,
    )
    from truebox.overlap.boundary_iou import pairwise_boundary_iou
    from truebox.overlap.distance_measures import (
        elementwise_mpdiou,
        elementwise_nwd,
        pairwise_mpdiou,
        pairwise_nwd,
    )
    from truebox.overlap.mask_iou import pairwise_mask_ioa, pairwise_mask_iou
    from truebox.overlap.oks import COCO_SIGMAS, pairwise_oks
    from truebox.overlap.pair_areas import PairOverlap, pair_overlap
    from truebox.overlap.penalty_measures import (
        elementwise_ciou,
        elementwise_diou,
        elementwise_eiou,
        elementwise_giou,
        elementwise_siou,
        pairwise_ciou,
        pairwise_diou,
        pairwise_eiou,
        pairwise_giou,
        pairwise_siou,
    )
    from truebox.overlap.polygon_iou import (
        elementwise_convex_iou,
        elementwise_polygon_iou,
        pairwise_convex_iou,
        pairwise_polygon_iou,
    )
    from truebox.overlap.rotated_area_measures import (
        elementwise_rotated_giou,
        elementwise_rotated_ioa,
        pairwise_rotated_giou,
        pairwise_rotated_ioa,
    )
    from truebox.overlap.rotated_measures import (
        elementwise_gwd,
        elementwise_kld,
        elementwise_probiou,
        elementwise_rotated_iou,
        elementwise_rotated_iou_3d,
        pairwise_gwd,
        pairwise_kld,
        pairwise_probiou,
        pairwise_rotated_iou,
        pairwise_rotated_iou_3d,
    )
    from truebox.overlap.single import (
        ciou,
        diou,
        eiou,
        giou,
        ioa,
        ios,
        iou,
        mpdiou,
        nwd,
        siou,
    )
    from truebox.overlap.space.solid_iou import elementwise_oriented_iou_3d, pairwise_oriented_iou_3d
    from truebox.overlap.space.space_measures import elementwise_iou_3d, pairwise_iou_3d
    from truebox.overlap.temporal_iou import elementwise_temporal_iou, pairwise_temporal_iou
    from truebox.overlap.texts.tightness import TightnessIoU, pairwise_tiou
    from truebox.overlap.value_checks import unchecked

__all__ = [
    "COCO_SIGMAS",
    "PairOverlap",
    "TightnessIoU",
    "ciou",
    "diou",
    "eiou",
    "elementwise_ciou",
    "elementwise_convex_iou",
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
    "elementwise_oriented_iou_3d",
    "elementwise_polygon_iou",
    "elementwise_probiou",
    "elementwise_rotated_giou",
    "elementwise_rotated_ioa",
    "elementwise_rotated_iou",
    "elementwise_rotated_iou_3d",
    "elementwise_siou",
    "elementwise_temporal_iou",
    "giou",
    "ioa",
    "ios",
    "iou",
    "mpdiou",
    "nwd",
    "pair_overlap",
    "pairwise_boundary_iou",
    "pairwise_ciou",
    "pairwise_convex_iou",
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
    "pairwise_oriented_iou_3d",
    "pairwise_polygon_iou",
    "pairwise_probiou",
    "pairwise_rotated_giou",
    "pairwise_rotated_ioa",
    "pairwise_rotated_iou",
    "pairwise_rotated_iou_3d",
    "pairwise_siou",
    "pairwise_temporal_iou",
    "pairwise_tiou",
    "siou",
    "unchecked",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "area_measures": (
            "elementwise_ioa elementwise_ios elementwise_iou pairwise_ioa pairwise_ios pairwise_iou"
        ),
        "boundary_iou": "pairwise_boundary_iou",
        "distance_measures": "elementwise_mpdiou elementwise_nwd pairwise_mpdiou pairwise_nwd",
        "mask_iou": "pairwise_mask_ioa pairwise_mask_iou",
        "oks": "COCO_SIGMAS pairwise_oks",
        "pair_areas": "PairOverlap pair_overlap",
        "penalty_measures": (
            "elementwise_ciou elementwise_diou elementwise_eiou elementwise_giou "
            "elementwise_siou pairwise_ciou pairwise_diou pairwise_eiou pairwise_giou "
            "pairwise_siou"
        ),
        "polygon_iou": (
            "elementwise_convex_iou elementwise_polygon_iou pairwise_convex_iou pairwise_polygon_iou"
        ),
        "temporal_iou": "elementwise_temporal_iou pairwise_temporal_iou",
        "rotated_area_measures": (
            "elementwise_rotated_giou elementwise_rotated_ioa pairwise_rotated_giou pairwise_rotated_ioa"
        ),
        "rotated_measures": (
            "elementwise_gwd elementwise_kld elementwise_probiou elementwise_rotated_iou "
            "elementwise_rotated_iou_3d pairwise_gwd pairwise_kld pairwise_probiou "
            "pairwise_rotated_iou pairwise_rotated_iou_3d"
        ),
        "single": "ciou diou eiou giou ioa ios iou mpdiou nwd siou",
        "space.solid_iou": "elementwise_oriented_iou_3d pairwise_oriented_iou_3d",
        "space.space_measures": "elementwise_iou_3d pairwise_iou_3d",
        "texts.tightness": "TightnessIoU pairwise_tiou",
        "value_checks": "unchecked",
    },
)
