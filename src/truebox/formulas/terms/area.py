"""Area of boxes given by their corners."""

from __future__ import annotations

from typing import Any

__all__ = ["area"]


def area(xp: Any, boxes: Any, pixel: int = 0) -> Any:
    """Area ``(x1 - x0 + pixel) * (y1 - y0 + pixel)``.

    Parameters
    ----------
    xp : module
        The array library; unused here, kept so that every formula is called the same way.
    boxes : array [..., 4]
        Corners ``x0, y0, x1, y1`` with ``x0 <= x1`` and ``y0 <= y1``.
    pixel : int
        1 where corners are indices of pixels that belong to the box, else 0.

    Returns
    -------
    array [...]

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> formulas.area(np, np.array([[0, 0, 4, 3]])), formulas.area(np, np.array([[0, 0, 4, 3]]), 1)
    (array([12]), array([20]))
    """
    del xp
    width = boxes[..., 2] - boxes[..., 0] + pixel
    height = boxes[..., 3] - boxes[..., 1] + pixel
    return width * height
