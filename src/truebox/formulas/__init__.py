"""One measure per file, pure over an array namespace: ``f(xp, a, b)``, assignments and one return.

Nothing is validated here: `truebox.overlap` does that, and computes the same numbers with native kernels on
NumPy.

Examples
--------
>>> import numpy as np
>>> from truebox import formulas
>>> a = np.array([[0.0, 0.0, 2.0, 2.0]])
>>> b = np.array([[1.0, 1.0, 3.0, 3.0], [2.0, 0.0, 4.0, 2.0]])
>>> formulas.iou(np, a[:, None], b)
array([[0.14285714, 0.        ]])
"""

from __future__ import annotations

from truebox.formulas.area import area
from truebox.formulas.gwd import gwd
from truebox.formulas.intersection import intersection
from truebox.formulas.ioa import ioa
from truebox.formulas.iou import iou
from truebox.formulas.kld import kld
from truebox.formulas.kullback_leibler import kullback_leibler
from truebox.formulas.probiou import probiou
from truebox.formulas.rotated_corners import rotated_corners
from truebox.formulas.rotated_frame import rotated_frame
from truebox.formulas.rotated_intersection import rotated_intersection
from truebox.formulas.rotated_iou import rotated_iou
from truebox.formulas.wasserstein_distance import wasserstein_distance

__all__ = [
    "area",
    "gwd",
    "intersection",
    "ioa",
    "iou",
    "kld",
    "kullback_leibler",
    "probiou",
    "rotated_corners",
    "rotated_frame",
    "rotated_intersection",
    "rotated_iou",
    "wasserstein_distance",
]
