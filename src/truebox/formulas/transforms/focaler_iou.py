"""Focaler-IoU: an interval of IoU stretched over all of [0, 1]."""

from __future__ import annotations

from typing import Any

__all__ = ["focaler_iou"]


def focaler_iou(xp: Any, overlap: Any, low: float = 0.0, high: float = 0.95) -> Any:
    """``(overlap - low) / (high - low)``, cut to [0, 1]: training attends to the samples in between.

    Parameters
    ----------
    xp : module
        The array library: ``where``, ``ones_like``, ``zeros_like`` are used.
    overlap : array [...]
        An IoU.
    low, high : float
        The interval, ``0 <= low < high <= 1``; d and u in the paper.

    Returns
    -------
    array [...]
        Values in [0, 1].

    References
    ----------
    H. Zhang and S. Zhang, "Focaler-IoU: More Focused Intersection over Union Loss", 2024, sec. 3;
    arXiv:2401.10525.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> formulas.focaler_iou(np, np.array([0.2, 0.5, 0.9]), low=0.3, high=0.7)
    array([0. , 0.5, 1. ])
    """
    stretched = (overlap - low) / (high - low)
    floored = xp.where(stretched < 0, xp.zeros_like(stretched), stretched)
    return xp.where(floored > 1, xp.ones_like(floored), floored)
