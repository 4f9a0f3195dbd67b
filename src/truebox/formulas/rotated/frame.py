"""Where one rotated box lies as seen from another."""

from __future__ import annotations

from typing import Any

__all__ = ["rotated_frame"]


def rotated_frame(xp: Any, a: Any, b: Any) -> tuple[Any, Any, Any, Any]:
    """Centre of `b` and cosine and sine of its angle in the frame of `a`, whose centre is the origin and
    whose width runs along x.

    Parameters
    ----------
    xp : module
        The array library: ``cos`` and ``sin`` are used.
    a, b : array [..., 5]
        Centre x and y, width, height, angle in radians; a positive angle turns the x axis toward the y axis.
        Leading dimensions broadcast.

    Returns
    -------
    x, y, cos, sin : array [...]

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([0.0, 0.0, 4.0, 2.0, np.pi / 2]), np.array([0.0, 3.0, 4.0, 2.0, np.pi / 2])
    >>> np.round(formulas.rotated_frame(np, a, b), 12).tolist()
    [3.0, 0.0, 1.0, 0.0]
    """
    away_x, away_y = b[..., 0] - a[..., 0], b[..., 1] - a[..., 1]
    cos, sin = xp.cos(a[..., 4]), xp.sin(a[..., 4])
    turn = b[..., 4] - a[..., 4]
    return away_x * cos + away_y * sin, away_y * cos - away_x * sin, xp.cos(turn), xp.sin(turn)
