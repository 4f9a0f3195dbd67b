"""How far the center of one box is from that of another, along x and along y."""

from __future__ import annotations

from typing import Any

__all__ = ["center_offset"]


def center_offset(a: Any, b: Any) -> tuple[Any, Any]:
    """Center of `b` minus center of `a`.

    Differences are taken before sums, so that boxes far from the origin lose nothing.

    Parameters
    ----------
    a, b : array [..., 4]
        Corners ``x0, y0, x1, y1``; leading dimensions broadcast.

    Returns
    -------
    along_x, along_y : array [...]

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> formulas.center_offset(np.array([0, 0, 4, 4]), np.array([2, 1, 6, 6]))
    (np.float64(2.0), np.float64(1.5))
    """
    along_x = ((b[..., 0] - a[..., 0]) + (b[..., 2] - a[..., 2])) * 0.5
    along_y = ((b[..., 1] - a[..., 1]) + (b[..., 3] - a[..., 3])) * 0.5
    return along_x, along_y
