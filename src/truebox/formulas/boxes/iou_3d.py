"""Intersection over union of two axis-aligned boxes in space."""

from __future__ import annotations

from typing import Any

from truebox.formulas.terms.quotient import quotient

__all__ = ["iou_3d"]


def iou_3d(xp: Any, a: Any, b: Any) -> Any:
    """Shared volume divided by the volume covered by either box.

    Parameters
    ----------
    xp : module
        The array library: ``minimum``, ``maximum``, ``where``, ``zeros_like``, ``ones_like`` are used.
    a, b : array [..., 6]
        ``x_min, y_min, z_min, x_max, y_max, z_max``; leading dimensions broadcast.

    Returns
    -------
    array [...]
        Values in [0, 1]; 0 for boxes that touch or have no volume.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([0, 0, 0, 2, 2, 2.0]), np.array([[0, 0, 1, 2, 2, 3.0], [2, 0, 0, 4, 2, 2.0]])
    >>> formulas.iou_3d(np, a, b)
    array([0.33333333, 0.        ])
    """
    # A comparison keeps NaN, and half the slope where boxes touch; see `intersection`.
    runs = [xp.minimum(a[..., k + 3], b[..., k + 3]) - xp.maximum(a[..., k], b[..., k]) for k in range(3)]
    width, depth, height = (xp.where(run < 0, xp.zeros_like(run), run) for run in runs)
    shared = width * depth * height
    return quotient(xp, shared, _volume(a) + _volume(b) - shared)


def _volume(box: Any) -> Any:
    return (box[..., 3] - box[..., 0]) * (box[..., 4] - box[..., 1]) * (box[..., 5] - box[..., 2])
