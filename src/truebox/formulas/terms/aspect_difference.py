"""How differently two boxes are shaped: wide or tall."""

from __future__ import annotations

from math import pi
from typing import Any

__all__ = ["aspect_difference"]

_TINY, _UNIT = 2.0**-100, 2.0**60


def aspect_difference(xp: Any, a: Any, b: Any) -> Any:
    """``4 / pi**2 * (arctan(w_b / h_b) - arctan(w_a / h_a))**2``, the v of Complete-IoU.

    Parameters
    ----------
    xp, a, b
        As in `truebox.formulas.iou`.

    Returns
    -------
    array [...]
        Values in [0, 1]. A box without width and height counts as one without width.

    References
    ----------
    Z. Zheng et al., "Distance-IoU Loss", AAAI 2020, eq. 9; arXiv:1911.08287.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0], [4.0, 0.0, 8.0, 4.0]])
    >>> formulas.aspect_difference(np, a[:, None], b)
    array([[0., 0.]])
    """
    difference = _angle(xp, b) - _angle(xp, a)
    return (4 / pi**2) * (difference * difference)


def _angle(xp: Any, box: Any) -> Any:
    width, height = box[..., 2] - box[..., 0], box[..., 3] - box[..., 1]
    # The gradient of arctan2 divides by this, which is 0 for a point.
    extended = width * width + height * height > 0
    # Of a smaller one the square, or its reciprocal, leaves single precision: in that unit neither does.
    tiny = width * width + height * height < _TINY
    width, height = xp.where(tiny, width * _UNIT, width), xp.where(tiny, height * _UNIT, height)
    sane_width = xp.where(extended, width, xp.zeros_like(width))
    sane_height = xp.where(extended, height, xp.ones_like(height))
    return xp.arctan2(sane_width, sane_height)
