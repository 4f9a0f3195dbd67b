"""The logarithm of an overlap, with a floor under it."""

from __future__ import annotations

from typing import Any

__all__ = ["log_iou"]


def log_iou(xp: Any, overlap: Any, least: float = 1e-6) -> Any:
    """``log(max(overlap, least))``: at most 0, and the lower the less two boxes overlap.

    Its slope is ``1 / overlap``, so boxes that overlap little pull the most; below `least` it has none.

    Parameters
    ----------
    xp : module
        The array library: ``where``, ``ones_like``, ``log`` are used.
    overlap : array [...]
        An IoU.
    least : float
        Above 0: what an overlap counts at least, since the logarithm of 0 is infinite.

    Returns
    -------
    array [...]

    References
    ----------
    J. Yu et al., "UnitBox: An Advanced Object Detection Network", ACM Multimedia 2016, sec. 2.2;
    arXiv:1608.01471. The paper leaves overlaps of 0 open.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> formulas.log_iou(np, np.array([0.0, 0.25, 1.0]))
    array([-13.81551056,  -1.38629436,   0.        ])
    """
    return xp.log(xp.where(overlap < least, xp.ones_like(overlap) * least, overlap))
