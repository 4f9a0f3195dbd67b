"""Squared Wasserstein distance of the normal distributions that stand for two rotated boxes."""

from __future__ import annotations

from typing import Any

from truebox.formulas.rotated.frame import rotated_frame

__all__ = ["wasserstein_distance"]


def wasserstein_distance(xp: Any, a: Any, b: Any) -> Any:
    """Squared 2-Wasserstein distance of rotated boxes, each taken as a normal distribution whose standard
    deviations are half its sides.

    Parameters
    ----------
    xp : module
        The array library: ``cos``, ``sin``, ``sqrt``, ``where``, ``ones_like`` and ``zeros_like`` are used.
    a, b : array [..., 5]
        Centre x and y, width, height, angle in radians; a positive angle turns the x axis toward the y axis.
        Leading dimensions broadcast.

    Returns
    -------
    array [...]
        Square pixels, at least 0, exactly 0 for a box and itself. A box may have no area.

    Notes
    -----
    ``|δ|² + Tr(Σa) + Tr(Σb) - 2 Tr((Σa^½ Σb Σa^½)^½)``. For two dimensions the last trace is
    ``√(cos² X² + sin² Y²) / 4`` with ``X = wa wb + ha hb``, ``Y = wa hb + ha wb`` and the angle between the
    boxes; differences are taken before squaring, so that nothing cancels.

    References
    ----------
    X. Yang et al., "Rethinking Rotated Object Detection with Gaussian Wasserstein Distance Loss", ICML 2021,
    arXiv:2101.11952.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([0, 0, 4, 2, 0.0]), np.array([[3, 4, 4, 2, 0.0], [0, 0, 8, 2, 0.0]])
    >>> formulas.wasserstein_distance(np, a, b)
    array([25.,  4.])
    """
    x, y, cos, sin = rotated_frame(xp, a, b)
    w1, h1, w2, h2 = a[..., 2], a[..., 3], b[..., 2], b[..., 3]
    same, crossed = w1 * w2 + h1 * h2, w1 * h2 + h1 * w2
    squared = (cos * same) ** 2 + (sin * crossed) ** 2
    positive = squared > 0
    root = xp.where(positive, xp.sqrt(xp.where(positive, squared, xp.ones_like(squared))), 0 * squared)
    total = same + root
    # Compared this way round, here and at the end, NaN stays NaN.
    empty = total <= 0
    turned = sin**2 * (w1**2 - h1**2) * (w2**2 - h2**2) / xp.where(empty, xp.ones_like(total), total)
    sides = (w1 - w2) ** 2 + (h1 - h2) ** 2 + 2 * xp.where(empty, xp.zeros_like(turned), turned)
    distance = x**2 + y**2 + sides / 4
    return xp.where(distance < 0, xp.zeros_like(distance), distance)
