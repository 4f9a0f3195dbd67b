"""Generalized IoU of rotated boxes."""

from __future__ import annotations

from typing import Any

from truebox.formulas.rotated.hull import rotated_hull
from truebox.formulas.rotated.intersection import rotated_areas
from truebox.formulas.terms.quotient import quotient

__all__ = ["rotated_giou"]


def rotated_giou(xp: Any, a: Any, b: Any) -> Any:
    """IoU less the share of the convex hull of both boxes that neither covers.

    Parameters
    ----------
    xp, a, b
        As for `truebox.formulas.rotated_iou`: the angle is in radians.

    Returns
    -------
    array [...]
        Values in (-1, 1]. Of boxes that are not turned it may be above `truebox.formulas.giou`, whose hull is
        the enclosing box, as the convex one is smaller.

    References
    ----------
    H. Rezatofighi et al., "Generalized Intersection over Union", CVPR 2019, arXiv:1902.09630, whose C is the
    smallest convex shape that encloses both.

    Examples
    --------
    Two unit squares a side apart, in a hull of 3 by 1:

    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([0, 0, 1, 1, 0.0]), np.array([2, 0, 1, 1, 0.0])
    >>> float(formulas.rotated_giou(np, a, b).round(12))
    -0.333333333333
    """
    area_a, area_b, shared = rotated_areas(xp, a, b)
    union = area_a + area_b - shared
    # At least the union, but for rounding.
    hull = xp.maximum(rotated_hull(xp, a, b), union)
    return quotient(xp, shared, union) - quotient(xp, hull - union, hull)
