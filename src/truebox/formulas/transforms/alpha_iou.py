"""Alpha-IoU: powers of an overlap, and of a penalty."""

from __future__ import annotations

from typing import Any

__all__ = ["alpha_iou"]


def alpha_iou(xp: Any, overlap: Any, alpha: float = 3.0) -> Any:
    """``overlap**alpha``, with a gradient of 0 at 0 for every power.

    Above 1 it weighs boxes that overlap well more than those that do not.

    Parameters
    ----------
    xp : module
        The array library: ``where``, ``ones_like``, ``zeros_like`` are used.
    overlap : array [...]
        An IoU, or the penalty of one of its relatives; at least 0.
    alpha : float
        Above 0; the paper recommends 3.

    Returns
    -------
    array [...]

    References
    ----------
    J. He et al., "Alpha-IoU: A Family of Power Intersection over Union Losses for Bounding Box Regression",
    NeurIPS 2021, sec. 3; arXiv:2110.13675.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> formulas.alpha_iou(np, np.array([0.0, 0.5, 1.0]))
    array([0.   , 0.125, 1.   ])
    """
    nothing = overlap <= 0
    power = xp.where(nothing, xp.ones_like(overlap), overlap) ** alpha
    return xp.where(nothing, xp.zeros_like(overlap), power)
