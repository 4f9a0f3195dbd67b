"""The four numbers of boxes in any layout, and x, y, width, height: arithmetic alone."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import tables as _kernels

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["LAYOUTS", "as_xywh", "from_xywh"]

LAYOUTS = ("xywh", "xyxy", "cxcywh", "yxyx")
"""In the order in which kernels number them."""


def as_xywh(numbers: FloatArray, layout: str) -> FloatArray:
    """Boxes [N, 4] of a layout (without ``rel_``) as x, y, width, height; sizes may come out negative.

    Examples
    --------
    >>> as_xywh(np.array([[10.0, 20.0, 30.0, 60.0]]), "xyxy").tolist()
    [[10.0, 20.0, 20.0, 40.0]]
    """
    a, b, c, d = np.asarray(numbers, dtype=np.float64).T
    boxes: FloatArray = _kernels.boxes_of_columns(a, b, c, d, LAYOUTS.index(layout), False, math.inf, 1)[0]
    return boxes


def from_xywh(boxes: FloatArray, layout: str) -> FloatArray:
    """The numbers [N, 4] that a layout (without ``rel_``) writes for boxes x, y, width, height.

    Examples
    --------
    >>> from_xywh(np.array([[10.0, 20.0, 20.0, 40.0]]), "xyxy").tolist()
    [[10.0, 20.0, 30.0, 60.0]]
    """
    x, y, width, height = boxes.T
    if layout == "xywh":
        written = (x, y, width, height)
    elif layout == "cxcywh":
        written = (x + width / 2, y + height / 2, width, height)
    else:
        low, high = ((x, y), (x + width, y + height))
        written = (*low, *high) if layout == "xyxy" else (*low[::-1], *high[::-1])
    return np.stack(written, axis=1)
