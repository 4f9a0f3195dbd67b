"""Width and height of the smallest box around two boxes."""

from __future__ import annotations

from typing import Any

__all__ = ["enclosure"]


def enclosure(xp: Any, a: Any, b: Any) -> tuple[Any, Any]:
    """Width and height of the smallest box that holds both.

    Parameters
    ----------
    xp : module
        The array library: ``minimum``, ``maximum`` are used.
    a, b : array [..., 4]
        Corners ``x0, y0, x1, y1``; leading dimensions broadcast.

    Returns
    -------
    width, height : array [...]

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> formulas.enclosure(np, np.array([0, 0, 4, 4]), np.array([2, 1, 6, 6]))
    (np.int64(6), np.int64(6))
    """
    width = xp.maximum(a[..., 2], b[..., 2]) - xp.minimum(a[..., 0], b[..., 0])
    height = xp.maximum(a[..., 3], b[..., 3]) - xp.minimum(a[..., 1], b[..., 1])
    return width, height
