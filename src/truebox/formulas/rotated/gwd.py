"""Gaussian Wasserstein distance as a measure of likeness."""

from __future__ import annotations

from typing import Any

from truebox.formulas.rotated.wasserstein_distance import wasserstein_distance

__all__ = ["gwd"]


def gwd(xp: Any, a: Any, b: Any) -> Any:
    """``1 / (1 + ln(1 + d²))`` with `truebox.formulas.wasserstein_distance` d², so that one minus it is the
    loss of the paper with its τ = 1 and its logarithm.

    Parameters
    ----------
    xp : module
        The array library, as for `wasserstein_distance`, and ``log1p``.
    a, b : array [..., 5]
        Centre x and y, width, height, angle in radians; a positive angle turns the x axis toward the y axis.
        Leading dimensions broadcast.

    Returns
    -------
    array [...]
        Values in (0, 1], exactly 1 for a box and itself. Depends on the unit of length.

    References
    ----------
    X. Yang et al., "Rethinking Rotated Object Detection with Gaussian Wasserstein Distance Loss", ICML 2021,
    arXiv:2101.11952.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([0, 0, 4, 2, 0.0]), np.array([[0, 0, 4, 2, 0.0], [3, 4, 4, 2, 0.0]])
    >>> formulas.gwd(np, a, b).round(4)
    array([1.    , 0.2348])
    """
    return 1 / (1 + xp.log1p(wasserstein_distance(xp, a, b)))
