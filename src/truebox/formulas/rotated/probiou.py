"""ProbIoU: one minus the Hellinger distance of the normal distributions that stand for two rotated boxes."""

from __future__ import annotations

from typing import Any

from truebox.formulas.rotated.frame import rotated_frame

__all__ = ["probiou"]


def probiou(xp: Any, a: Any, b: Any) -> Any:
    """Likeness of rotated boxes, each taken as a normal distribution with the box's own covariance,
    ``R diag(w² / 12, h² / 12) Rᵀ``.

    Positive, with a useful gradient, also for boxes that are apart. A square has no direction: its angle
    does not matter.

    Parameters
    ----------
    xp : module
        The array library: ``cos``, ``sin``, ``exp``, ``log1p``, ``expm1``, ``sqrt``, ``where``, ``ones_like``
        and ``zeros_like`` are used.
    a, b : array [..., 5]
        Centre x and y, width, height, angle in radians; a positive angle turns the x axis toward the y axis.
        Leading dimensions broadcast.

    Returns
    -------
    array [...]
        Values in [0, 1], exactly 1 for a box and itself, 0 where a box has no area.

    Notes
    -----
    The Bhattacharyya distance is ``δᵀ (Σa + Σb)⁻¹ δ / 4 + ln(det(Σa + Σb) / (4 √(det Σa det Σb))) / 2``. The
    quotient in the logarithm is 1 plus
    ``((wa ha - wb hb)² + cos² (wa hb - ha wb)² + sin² (wa wb - ha hb)²) / (4 wa ha wb hb)``, with the angle
    between the boxes: no cancellation, where the published form leaves an error of 1e-8 on equal boxes.

    References
    ----------
    J. M. Llerena et al., "Gaussian Bounding Boxes and Probabilistic Intersection-over-Union for Object
    Detection", arXiv:2106.06072.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([0, 0, 4, 2, 0.0]), np.array([[0, 0, 4, 2, 0.0], [9, 0, 4, 2, 0.0]])
    >>> formulas.probiou(np, a, b).round(4).tolist()
    [1.0, 0.0003]
    """
    x, y, cos, sin = rotated_frame(xp, a, b)
    w1, h1, w2, h2 = a[..., 2], a[..., 3], b[..., 2], b[..., 3]
    product = 4 * (w1 * h1) * (w2 * h2)
    excess = (w1 * h1 - w2 * h2) ** 2 + (cos * (w1 * h2 - h1 * w2)) ** 2 + (sin * (w1 * w2 - h1 * h2)) ** 2
    empty = product <= 0  # NaN is not
    product = xp.where(empty, xp.ones_like(product), product)
    # Entries of 12 (Σa + Σb) in the frame of `a`.
    xx = w1**2 + (w2 * cos) ** 2 + (h2 * sin) ** 2
    yy = h1**2 + (w2 * sin) ** 2 + (h2 * cos) ** 2
    xy = (w2**2 - h2**2) * cos * sin
    apart = 12 * (yy * x**2 + xx * y**2 - 2 * xy * x * y) / (product + excess) / 4
    distance = apart + xp.log1p(excess / product) / 2
    squared = -xp.expm1(-distance)
    differ = squared > 0
    # The root has no gradient at 0; there it is replaced by a constant.
    hellinger = xp.where(differ, xp.sqrt(xp.where(differ, squared, xp.ones_like(squared))), 0 * squared)
    # 1 - hellinger, without cancellation far apart.
    likeness = xp.exp(-distance) / (1 + hellinger)
    return xp.where(empty, xp.zeros_like(likeness), likeness)
