"""Generalised intersection over union."""

from __future__ import annotations

from typing import Any

from truebox.formulas.terms.area import area
from truebox.formulas.terms.enclosure import enclosure
from truebox.formulas.terms.intersection import intersection
from truebox.formulas.terms.not_negative import not_negative
from truebox.formulas.terms.quotient import quotient
from truebox.formulas.terms.share import share

__all__ = ["giou"]


def giou(xp: Any, a: Any, b: Any) -> Any:
    """IoU less the share of the enclosing box that neither box covers: ``iou - (C - U) / C``.

    Parameters
    ----------
    xp, a, b
        As in `truebox.formulas.iou`.

    Returns
    -------
    array [...]
        Values in [-1, 1], at most the IoU. Where the enclosing box has no area (both boxes lie on one line)
        0.

    References
    ----------
    H. Rezatofighi et al., "Generalized Intersection over Union: A Metric and a Loss for Bounding Box
    Regression", CVPR 2019, algorithm 1; arXiv:1902.09630.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0], [4.0, 0.0, 8.0, 4.0]])
    >>> formulas.giou(np, a[:, None], b)
    array([[-0.07936508,  0.        ]])
    """
    shared = intersection(xp, a, b)
    union = area(xp, a) + area(xp, b) - shared
    width, height = enclosure(xp, a, b)
    enclosing = width * height
    empty = enclosing - union
    # Rounding may take the enclosing area below the union's.
    uncovered = not_negative(xp, empty)
    return share(xp, shared, union) - quotient(xp, uncovered, enclosing)
