"""What the four numbers of a box are, and the same box in other numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["boxes_read_as"]


def boxes_read_as(boxes: FloatArray, given: str, layout: str) -> FloatArray:
    """Boxes [N, 4] whose numbers are `given`, in the numbers of `layout`.

    Parameters
    ----------
    boxes : float64 array [N, 4]
        As read.
    given : {"xywh", "xyxy", "cxcywh"}
        What they are.
    layout : {"xywh", "xyxy"}
        What they become.

    Examples
    --------
    >>> boxes_read_as(np.array([[2.0, 3, 10, 20]]), "cxcywh", "xyxy").tolist()
    [[-3.0, -7.0, 7.0, 13.0]]
    """
    if given == layout:
        return boxes
    size = boxes[:, 2:] - boxes[:, :2] if given == "xyxy" else boxes[:, 2:]
    corner = boxes[:, :2] - boxes[:, 2:] / 2 if given == "cxcywh" else boxes[:, :2]
    return np.concatenate([corner, size if layout == "xywh" else corner + size], axis=1)
