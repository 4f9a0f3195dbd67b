"""Distance-IoU."""

from __future__ import annotations

from typing import Any

from truebox.formulas.boxes.iou import iou
from truebox.formulas.terms.center_offset import center_offset
from truebox.formulas.terms.enclosure import enclosure
from truebox.formulas.terms.quotient import quotient

__all__ = ["diou"]


def diou(xp: Any, a: Any, b: Any) -> Any:
    """IoU less the squared distance of the centers over the squared diagonal of the enclosing box.

    Parameters
    ----------
    xp, a, b
        As in `truebox.formulas.iou`.

    Returns
    -------
    array [...]
        Values in (-1, 1], at most the IoU. For two boxes in one point 0.

    References
    ----------
    Z. Zheng et al., "Distance-IoU Loss: Faster and Better Learning for Bounding Box Regression", AAAI 2020,
    eq. 7; arXiv:1911.08287.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0], [4.0, 0.0, 8.0, 4.0]])
    >>> formulas.diou(np, a[:, None], b)
    array([[ 0.03174603, -0.2       ]])
    """
    along_x, along_y = center_offset(a, b)
    width, height = enclosure(xp, a, b)
    distance = along_x * along_x + along_y * along_y
    return iou(xp, a, b) - quotient(xp, distance, width * width + height * height)
