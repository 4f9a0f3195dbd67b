"""Kullback-Leibler divergence as a measure of likeness."""

from __future__ import annotations

from typing import Any

from truebox.formulas.rotated.kullback_leibler import kullback_leibler

__all__ = ["kld"]


def kld(xp: Any, a: Any, b: Any) -> Any:
    """``1 / (1 + ln(1 + D))`` with `truebox.formulas.kullback_leibler` D, so that one minus it is the loss of
    the paper with its τ = 1 and its logarithm.

    Parameters
    ----------
    xp : module
        The array library, as for `kullback_leibler`, and ``log1p``.
    a, b : array [..., 5]
        The prediction and the target: centre x and y, width, height, angle in radians; a positive angle turns
        the x axis toward the y axis. Leading dimensions broadcast.

    Returns
    -------
    array [...]
        Values in [0, 1], 1 for a box and itself, 0 where a box has no area. Not symmetric.

    References
    ----------
    X. Yang et al., "Learning High-Precision Bounding Box for Rotated Object Detection via Kullback-Leibler
    Divergence", NeurIPS 2021, arXiv:2106.01883.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([0, 0, 4, 2, 0.0]), np.array([[0, 0, 4, 2, 0.0], [2, 0, 4, 2, 0.0]])
    >>> formulas.kld(np, a, b).round(4)
    array([1.    , 0.7115])
    """
    return 1 / (1 + xp.log1p(kullback_leibler(xp, a, b)))
