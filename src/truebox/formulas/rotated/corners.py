"""Corners of rotated boxes."""

from __future__ import annotations

from typing import Any

__all__ = ["rotated_corners"]


def rotated_corners(xp: Any, boxes: Any) -> Any:
    """The four corners of each box, in order around it.

    Parameters
    ----------
    xp : module
        The array library: ``cos``, ``sin`` and ``stack`` are used.
    boxes : array [..., 5]
        Centre x and y, width, height, angle in radians; a positive angle turns the x axis toward the y axis,
        which on an image, with y pointing down, is clockwise.

    Returns
    -------
    array [..., 4, 2]
        ``x, y``; without rotation from the corner with the smallest coordinates along the width first.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> formulas.rotated_corners(np, np.array([10.0, 10.0, 4.0, 2.0, 0.0])).tolist()
    [[8.0, 9.0], [12.0, 9.0], [12.0, 11.0], [8.0, 11.0]]
    """
    cos, sin = xp.cos(boxes[..., 4]), xp.sin(boxes[..., 4])
    along_x, along_y = boxes[..., 2] * cos / 2, boxes[..., 2] * sin / 2
    across_x, across_y = -boxes[..., 3] * sin / 2, boxes[..., 3] * cos / 2
    x = [u * along_x + v * across_x + boxes[..., 0] for u, v in _ORDER]
    y = [u * along_y + v * across_y + boxes[..., 1] for u, v in _ORDER]
    return xp.stack([xp.stack(x, -1), xp.stack(y, -1)], -1)


_ORDER = ((-1, -1), (1, -1), (1, 1), (-1, 1))
