"""Intersection over union of two upright rotated boxes in space."""

from __future__ import annotations

from typing import Any

from truebox.arrays import Columns
from truebox.formulas.rotated.intersection import rotated_intersection
from truebox.formulas.terms.magnitude import magnitude
from truebox.formulas.terms.quotient import quotient

__all__ = ["rotated_iou_3d"]


def rotated_iou_3d(xp: Any, a: Any, b: Any) -> Any:
    """Shared volume, which is the shared footprint times the common height, divided by the volume covered by
    either box.

    Parameters
    ----------
    xp : module
        The array library, as for `truebox.formulas.rotated_intersection`.
    a, b : array [..., 7]
        Centre x, y and z, length (along x before turning), width (along y), height (along z), and the angle
        around z in radians, which turns the x axis toward the y axis. Leading dimensions broadcast.

    Returns
    -------
    array [...]
        Values in [0, 1]; 0 for boxes without volume. Where boxes are apart the gradient is 0.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([0, 0, 0, 4, 2, 2, 0.3]), np.array([0, 0, 1, 4, 2, 2, 0.3])
    >>> float(formulas.rotated_iou_3d(np, a, b).round(6))
    0.333333
    """
    base_a, base_b = (Columns(*(box[..., k] for k in (0, 1, 3, 4, 6))) for box in (a, b))
    area_a, area_b = a[..., 3] * a[..., 4], b[..., 3] * b[..., 4]
    footprint = xp.minimum(rotated_intersection(xp, base_a, base_b), xp.minimum(area_a, area_b))
    # By the distance of the centres: far from the origin heights keep their digits.
    away = magnitude(xp, b[..., 2] - a[..., 2])
    height = xp.minimum((a[..., 5] + b[..., 5]) / 2 - away, xp.minimum(a[..., 5], b[..., 5]))
    shared = footprint * xp.where(height < 0, xp.zeros_like(height), height)
    return quotient(xp, shared, area_a * a[..., 5] + area_b * b[..., 5] - shared)
