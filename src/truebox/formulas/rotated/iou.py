"""Intersection over union of two rotated boxes."""

from __future__ import annotations

from typing import Any

from truebox.formulas.rotated.intersection import rotated_areas

__all__ = ["rotated_iou"]


def rotated_iou(xp: Any, a: Any, b: Any) -> Any:
    """Shared area of rotated boxes divided by the area covered by either.

    Parameters
    ----------
    xp : module
        The array library, as for `truebox.formulas.rotated_intersection`.
    a, b : array [..., 5]
        Centre x and y, width, height, angle in radians; a positive angle turns the x axis toward the y axis.
        Leading dimensions broadcast.

    Returns
    -------
    array [...]
        Values in [0, 1]; 0 for boxes without area. With torch and a tensor that requires a gradient this is
        a differentiable IoU; where boxes are apart its gradient is 0, as that of any IoU.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> square, diamond = np.array([0, 0, 2, 2, 0.0]), np.array([0, 0, 2, 2, np.pi / 4])
    >>> float(formulas.rotated_iou(np, square, diamond))  # doctest: +ELLIPSIS
    0.7071067811...
    """
    area_a, area_b, shared = rotated_areas(xp, a, b)
    union = area_a + area_b - shared
    empty = union <= 0  # NaN is not
    quotient = shared / xp.where(empty, xp.ones_like(union), union)
    return xp.where(empty, xp.zeros_like(quotient), quotient)
