"""IoU of two single boxes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from truebox._native import overlap as _native
from truebox.arrays import library_of
from truebox.boxes.box import Box
from truebox.boxes.box_array import as_box_array, as_float_boxes
from truebox.boxes.box_format import BoxFormat, as_box_format
from truebox.boxes.pixels import pixel_extent
from truebox.boxes.validation import validate_boxes
from truebox.errors import ArgumentError
from truebox.typing import Pixels

__all__ = ["iou"]

_door = _native.single_iou


def iou(
    box_a: Box | Sequence[float] | Any,
    box_b: Box | Sequence[float] | Any,
    *,
    box_format: str = "xyxy",
    pixels: Pixels = "continuous",
) -> float:
    """Intersection over union of two boxes: 1 for the same box, 0 for boxes that share no area.

    Computed in float64 whatever the input.

    Parameters
    ----------
    box_a, box_b : Box or four numbers
        Lists, tuples, one-dimensional arrays of any library; `Box` objects only with ``box_format="xyxy"``.
    box_format : BoxFormat or str
        What the four numbers mean. A ``rel_`` format needs no image size: IoU does not depend on it.
    pixels : "continuous" or "inclusive"
        ``"continuous"``: corners are positions, a box from 2 to 5 is 3 wide. ``"inclusive"``: corners are
        indices of pixels that belong to the box, from 2 to 5 is 4 wide (Pascal VOC, many tutorials). Sizes
        count pixels either way.

    Returns
    -------
    float
        In [0, 1]. A box without area has 0 with everything.

    Raises
    ------
    ArgumentError
        For something that is not four numbers, or an unknown option.
    InputError
        For a coordinate that is not finite, or a box with a negative extent.

    Examples
    --------
    >>> import truebox as tb
    >>> tb.iou((39, 63, 203, 112), (54, 66, 198, 114), pixels="inclusive")
    0.7980093676814989
    >>> tb.iou((50, 50, 100, 100), (100, 100, 100, 100), box_format="xywh")
    0.14285714285714285
    """
    value = _door(box_a, box_b, box_format, pixels)
    return _iou_of_anything(box_a, box_b, box_format, pixels) if value is None else value


def _iou_of_anything(box_a: Any, box_b: Any, box_format: str, pixels: Pixels) -> float:
    if type(box_a) is np.ndarray and type(box_b) is np.ndarray:
        value = _door(box_a.tolist(), box_b.tolist(), box_format, pixels)
        if value is not None:
            return value
    layout = as_box_format(box_format)
    pixel_extent(pixels, layout)
    if layout is BoxFormat.XYXY and isinstance(box_a, Box) and isinstance(box_b, Box):
        return box_a.iou(box_b, pixels=pixels)
    a = _four_numbers(box_a, layout, "box_a")
    b = _four_numbers(box_b, layout, "box_b")
    value = _door(a, b, box_format, pixels)
    if value is None:
        validate_boxes(a, box_format=box_format, name="box_a")
        validate_boxes(b, box_format=box_format, name="box_b")
        raise ArgumentError(f"box_a {box_a!r} and box_b {box_b!r} cannot be compared")
    return value


def _four_numbers(box: Any, layout: BoxFormat, name: str) -> list[float]:
    array = as_box_array(library_of(box).to_numpy(box), layout, name)
    if array.shape != (4,):
        raise ArgumentError(
            f"{name} has shape {array.shape}; expected four numbers ({', '.join(layout.names)})"
        )
    numbers: list[float] = as_float_boxes(array).tolist()
    return numbers
