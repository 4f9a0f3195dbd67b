"""SIoU: IoU with angle, distance and shape."""

from __future__ import annotations

from typing import Any

from truebox.formulas.boxes.iou import iou
from truebox.formulas.terms.center_offset import center_offset
from truebox.formulas.terms.enclosure import enclosure
from truebox.formulas.terms.magnitude import magnitude
from truebox.formulas.terms.quotient import quotient

__all__ = ["siou"]


def siou(xp: Any, a: Any, b: Any, theta: float = 4.0) -> Any:
    """``iou - (distance + shape) / 2``; distance counts less the nearer its direction is to a diagonal.

    The paper's angle cost ``1 - 2 sin(arcsin(x) - pi / 4)**2`` is computed as ``2 |dx| |dy| / (dx**2 +
    dy**2)``, which is the same (double-angle formula) and has a gradient everywhere but in one point.

    Parameters
    ----------
    xp : module
        The array library, NumPy or what has its names.
    a, b : array [..., 4]
        Corners ``x0, y0, x1, y1``; leading dimensions broadcast, so ``a[:, None]`` with ``b`` is pairwise.
    theta : float
        How much the shape counts; the paper has values from 2 to 6, near 4. At least 1.

    Returns
    -------
    array [...]
        Values in (-2, 1], at most the IoU; 1 less the paper's loss.

    References
    ----------
    Z. Gevorgyan, "SIoU Loss: More Powerful Learning for Bounding Box Regression", 2022;
    arXiv:2205.12740.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0], [4.0, 0.0, 8.0, 4.0]])
    >>> formulas.siou(np, a[:, None], b)
    array([[ 0.03769646, -0.19673467]])
    """
    along_x, along_y = center_offset(a, b)
    squared_x, squared_y = along_x * along_x, along_y * along_y
    angle = quotient(xp, 2 * magnitude(xp, along_x) * magnitude(xp, along_y), squared_x + squared_y)
    width, height = enclosure(xp, a, b)
    gamma = 2 - angle
    distance = (
        2
        - xp.exp(-gamma * quotient(xp, squared_x, width * width))
        - xp.exp(-gamma * quotient(xp, squared_y, height * height))
    )
    shape = _shape(xp, a[..., 2] - a[..., 0], b[..., 2] - b[..., 0], theta) + _shape(
        xp, a[..., 3] - a[..., 1], b[..., 3] - b[..., 1], theta
    )
    return iou(xp, a, b) - (distance + shape) * 0.5


def _shape(xp: Any, extent_a: Any, extent_b: Any, theta: float) -> Any:
    relative = quotient(xp, magnitude(xp, extent_a - extent_b), xp.maximum(extent_a, extent_b))
    return (1 - xp.exp(-relative)) ** theta
