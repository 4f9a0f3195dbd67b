"""The masks of CVAT XML: runs along the rows of a cut-out, background first."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from truebox import masks
from truebox.errors import InputError

__all__ = ["cvat_mask"]

_MOST_PIXELS = 1 << 30


def cvat_mask(
    runs: Sequence[int], box: tuple[int, int, int, int], size: tuple[int, int]
) -> tuple[tuple[int, int], bytes]:
    """Height and width of the image, and the mask as COCO run lengths (E-451).

    Parameters
    ----------
    runs : sequence of int
        Pixels outside, inside, outside ... of the cut-out, row by row.
    box : (left, top, width, height)
        Where the cut-out lies.
    size : (width, height)
        Of the image.

    Examples
    --------
    >>> cvat_mask([1, 3], (0, 0, 2, 2), (2, 2))
    ((2, 2), b'13')
    """
    left, top, across, down = box
    width, height = size
    if width * height > _MOST_PIXELS:
        raise InputError("E-451", "mask", f"an image of {width} x {height} is none", "correct its size")
    if left + across > width or top + down > height:
        problem = f"a mask of {across} x {down} at {left}, {top} leaves the image of {width} x {height}"
        raise InputError("E-451", "mask", problem, "export the masks again")
    if sum(runs) != across * down:
        problem = f"the runs cover {sum(runs)} pixels of {across} x {down}"
        raise InputError("E-451", "mask", problem, "export the masks again")
    inside = np.arange(len(runs)) % 2 == 1
    canvas = np.zeros((1, height, width), dtype=np.uint8)
    canvas[0, top : top + down, left : left + across] = np.repeat(inside, runs).reshape(down, across)
    return (height, width), masks.masks_to_compressed(masks.encode_masks(canvas))[0]
