"""Complete-IoU."""

from __future__ import annotations

from typing import Any

from truebox.arrays import stop_gradient
from truebox.formulas.aspect_difference import aspect_difference
from truebox.formulas.center_offset import center_offset
from truebox.formulas.enclosure import enclosure
from truebox.formulas.iou import iou
from truebox.formulas.quotient import quotient

__all__ = ["ciou"]


def ciou(xp: Any, a: Any, b: Any) -> Any:
    """DIoU less the weighted difference of the aspect ratios: ``diou - alpha * v``.

    ``alpha = v / (1 - iou + v)``, v as in `truebox.formulas.aspect_difference`. The weight alpha is a
    constant in the gradient, as in the paper and in torchvision.

    Parameters
    ----------
    xp : module
        The array library, NumPy or what has its names.
    a, b : array [..., 4]
        Corners ``x0, y0, x1, y1``; leading dimensions broadcast, so ``a[:, None]`` with ``b`` is pairwise.

    Returns
    -------
    array [...]
        Values in (-2, 1], at most the DIoU.

    References
    ----------
    Z. Zheng et al., "Distance-IoU Loss: Faster and Better Learning for Bounding Box Regression", AAAI 2020,
    eqs. 8 to 11; arXiv:1911.08287.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0], [4.0, 0.0, 8.0, 4.0]])
    >>> formulas.ciou(np, a[:, None], b)
    array([[ 0.03174603, -0.2       ]])
    """
    plain = iou(xp, a, b)
    along_x, along_y = center_offset(a, b)
    width, height = enclosure(xp, a, b)
    distance = quotient(xp, along_x * along_x + along_y * along_y, width * width + height * height)
    shape = aspect_difference(xp, a, b)
    weight = stop_gradient(quotient(xp, shape, 1 - plain + shape))
    return plain - distance - weight * shape
