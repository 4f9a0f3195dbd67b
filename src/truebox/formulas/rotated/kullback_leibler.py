"""Kullback-Leibler divergence of the normal distributions that stand for two rotated boxes."""

from __future__ import annotations

from typing import Any

from truebox.formulas.rotated.frame import rotated_frame

__all__ = ["kullback_leibler"]


def kullback_leibler(xp: Any, a: Any, b: Any) -> Any:
    """Divergence of `a`, the prediction, from `b`, the target, each box taken as a normal distribution whose
    standard deviations are half its sides. Not symmetric; the same in every unit of length.

    Parameters
    ----------
    xp : module
        The array library: ``cos``, ``sin``, ``log``, ``where``, ``ones_like`` and ``zeros_like`` are used.
    a, b : array [..., 5]
        Centre x and y, width, height, angle in radians; a positive angle turns the x axis toward the y axis.
        Leading dimensions broadcast.

    Returns
    -------
    array [...]
        At least 0; infinite where a box has no area.

    References
    ----------
    X. Yang et al., "Learning High-Precision Bounding Box for Rotated Object Detection via Kullback-Leibler
    Divergence", NeurIPS 2021, arXiv:2106.01883.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([0, 0, 4, 2, 0.0]), np.array([[0, 0, 4, 2, 0.0], [2, 0, 4, 2, 0.0]])
    >>> formulas.kullback_leibler(np, a, b)
    array([0. , 0.5])
    """
    # In the frame of the target its covariance is diagonal.
    x, y, cos, sin = rotated_frame(xp, b, a)
    w1, h1, w2, h2 = a[..., 2], a[..., 3], b[..., 2], b[..., 3]
    # Compared this way round, here and at the end, NaN stays NaN.
    empty = (w1 * h1) * (w2 * h2) <= 0
    one = xp.ones_like(w1 * w2)
    w1, h1, w2, h2 = (xp.where(empty, one, side) for side in (w1, h1, w2, h2))
    moved = (2 * x / w2) ** 2 + (2 * y / h2) ** 2
    spread = cos**2 * ((w1 / w2) ** 2 + (h1 / h2) ** 2) + sin**2 * ((h1 / w2) ** 2 + (w1 / h2) ** 2)
    divergence = (moved + spread - 2) / 2 + xp.log(w2 / w1) + xp.log(h2 / h1)
    positive = xp.where(divergence < 0, xp.zeros_like(divergence), divergence)
    return xp.where(empty, float("inf") * one, positive)
