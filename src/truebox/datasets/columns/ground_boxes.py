"""What boxes in space cover on the ground: the box that stands for them where pictures have one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import AnyArray, FloatArray

__all__ = ["ground_boxes"]


def ground_boxes(columns: Mapping[str, AnyArray]) -> FloatArray:
    """What each box covers on the ground, as x, y, width, height along the axes [N, 4].

    Examples
    --------
    >>> box = {"x_3d": 1, "y_3d": 2, "width_3d": 2, "length_3d": 4}
    >>> turn = {"rotation_w": 1, "rotation_x": 0, "rotation_y": 0, "rotation_z": 0}
    >>> ground_boxes({name: np.array([value]) for name, value in (box | turn).items()}).tolist()
    [[-1.0, 1.0, 4.0, 2.0]]
    """
    w, x, y, z = (columns[f"rotation_{name}"] for name in "wxyz")
    angle = np.arctan2(2 * (x * y + w * z), w * w + x * x - y * y - z * z)
    cos, sin = np.abs(np.cos(angle)), np.abs(np.sin(angle))
    width = columns["length_3d"] * cos + columns["width_3d"] * sin
    height = columns["length_3d"] * sin + columns["width_3d"] * cos
    left, low = columns["x_3d"] - width / 2, columns["y_3d"] - height / 2
    return np.column_stack([left, low, width, height]).astype(np.float64).reshape(-1, 4)
