"""One measure per file, pure over an array namespace: ``f(xp, a, b)``, assignments and one return.

Nothing is validated here: `truebox.overlap` does that, and computes IoU and IoA with native kernels. Every
formula has finite values and gradients for boxes without area, equal boxes, and boxes that are apart or
touch; at a tie, where a box agrees with another, libraries that differentiate give each side half the slope.

Examples
--------
>>> import numpy as np
>>> from truebox import formulas
>>> a = np.array([[0.0, 0.0, 2.0, 2.0]])
>>> b = np.array([[1.0, 1.0, 3.0, 3.0], [2.0, 0.0, 4.0, 2.0]])
>>> formulas.iou(np, a[:, None], b)
array([[0.14285714, 0.        ]])
>>> formulas.giou(np, a[:, None], b)
array([[-0.07936508,  0.        ]])
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.formulas.boxes.ciou import ciou
    from truebox.formulas.boxes.diou import diou
    from truebox.formulas.boxes.eiou import eiou
    from truebox.formulas.boxes.giou import giou
    from truebox.formulas.boxes.ioa import ioa
    from truebox.formulas.boxes.ios import ios
    from truebox.formulas.boxes.iou import iou
    from truebox.formulas.boxes.iou_3d import iou_3d
    from truebox.formulas.boxes.mpdiou import mpdiou
    from truebox.formulas.boxes.nwd import nwd
    from truebox.formulas.boxes.siou import siou
    from truebox.formulas.rotated.corners import rotated_corners
    from truebox.formulas.rotated.frame import rotated_frame
    from truebox.formulas.rotated.giou import rotated_giou
    from truebox.formulas.rotated.gwd import gwd
    from truebox.formulas.rotated.hull import rotated_hull
    from truebox.formulas.rotated.intersection import rotated_intersection
    from truebox.formulas.rotated.ioa import rotated_ioa
    from truebox.formulas.rotated.iou import rotated_iou
    from truebox.formulas.rotated.iou_3d import rotated_iou_3d
    from truebox.formulas.rotated.kld import kld
    from truebox.formulas.rotated.kullback_leibler import kullback_leibler
    from truebox.formulas.rotated.probiou import probiou
    from truebox.formulas.rotated.wasserstein_distance import wasserstein_distance
    from truebox.formulas.terms.area import area
    from truebox.formulas.terms.aspect_difference import aspect_difference
    from truebox.formulas.terms.center_offset import center_offset
    from truebox.formulas.terms.enclosure import enclosure
    from truebox.formulas.terms.intersection import intersection
    from truebox.formulas.terms.magnitude import magnitude
    from truebox.formulas.terms.quotient import quotient
    from truebox.formulas.transforms.alpha_iou import alpha_iou
    from truebox.formulas.transforms.focaler_iou import focaler_iou
    from truebox.formulas.transforms.inner_iou import inner_iou
    from truebox.formulas.transforms.log_iou import log_iou
    from truebox.formulas.transforms.wise_iou import wise_attention, wise_focus, wise_monotonic_focus

__all__ = [
    "alpha_iou",
    "area",
    "aspect_difference",
    "center_offset",
    "ciou",
    "diou",
    "eiou",
    "enclosure",
    "focaler_iou",
    "giou",
    "gwd",
    "inner_iou",
    "intersection",
    "ioa",
    "ios",
    "iou",
    "iou_3d",
    "kld",
    "kullback_leibler",
    "log_iou",
    "magnitude",
    "mpdiou",
    "nwd",
    "probiou",
    "quotient",
    "rotated_corners",
    "rotated_frame",
    "rotated_giou",
    "rotated_hull",
    "rotated_intersection",
    "rotated_ioa",
    "rotated_iou",
    "rotated_iou_3d",
    "siou",
    "wasserstein_distance",
    "wise_attention",
    "wise_focus",
    "wise_monotonic_focus",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "boxes.ciou": "ciou",
        "boxes.diou": "diou",
        "boxes.eiou": "eiou",
        "boxes.giou": "giou",
        "boxes.ioa": "ioa",
        "boxes.ios": "ios",
        "boxes.iou": "iou",
        "boxes.iou_3d": "iou_3d",
        "boxes.mpdiou": "mpdiou",
        "boxes.nwd": "nwd",
        "boxes.siou": "siou",
        "rotated.gwd": "gwd",
        "rotated.kld": "kld",
        "rotated.kullback_leibler": "kullback_leibler",
        "rotated.probiou": "probiou",
        "rotated.corners": "rotated_corners",
        "rotated.frame": "rotated_frame",
        "rotated.giou": "rotated_giou",
        "rotated.hull": "rotated_hull",
        "rotated.intersection": "rotated_intersection",
        "rotated.ioa": "rotated_ioa",
        "rotated.iou": "rotated_iou",
        "rotated.iou_3d": "rotated_iou_3d",
        "rotated.wasserstein_distance": "wasserstein_distance",
        "terms.area": "area",
        "terms.aspect_difference": "aspect_difference",
        "terms.center_offset": "center_offset",
        "terms.enclosure": "enclosure",
        "terms.intersection": "intersection",
        "terms.magnitude": "magnitude",
        "terms.quotient": "quotient",
        "transforms.alpha_iou": "alpha_iou",
        "transforms.focaler_iou": "focaler_iou",
        "transforms.inner_iou": "inner_iou",
        "transforms.log_iou": "log_iou",
        "transforms.wise_iou": "wise_attention wise_focus wise_monotonic_focus",
    },
)
