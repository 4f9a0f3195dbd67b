"""Area of boxes in any format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import formulas
from truebox._kinds import refuses_other_kinds
from truebox._native import overlap as native
from truebox._typed import box_function
from truebox.arrays import Columns, library_of, without_wrapper
from truebox.boxes.box_array import as_box_array, as_float_boxes, in_order
from truebox.boxes.box_format import as_box_format
from truebox.boxes.float_columns import float_columns
from truebox.boxes.image_size import as_image_size
from truebox.boxes.layouts import to_corners
from truebox.boxes.pixels import pixel_extent
from truebox.typing import Pixels

if TYPE_CHECKING:
    from truebox.boxes.box_format import BoxFormatLike

__all__ = ["box_area"]


@box_function
def box_area(
    boxes: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
) -> Any:
    """Area of each box.

    Values are not validated (see `validate_boxes`); formats with a size give ``width * height`` as written.

    Parameters
    ----------
    boxes : array-like [..., 4]
        Any real dtype; tensors too, whose areas keep their gradients.
    box_format : BoxFormat or str
        What the four numbers mean.
    pixels : "continuous" or "inclusive"
        ``(x_max - x_min)(y_max - y_min)``, or with 1 added to either factor. Sizes count pixels either way.
    image_size : (width, height), optional
        Turns the area of ``rel_`` boxes into pixels; without it, it is a fraction of the image.

    Returns
    -------
    array [...]
        float32 for float32 and for halves, whose largest number a box of 256 pixels a side exceeds; else
        float64, and of other libraries the dtype of the boxes.

    Raises
    ------
    ArgumentError
        For an unknown format or word, or a shape that does not end in 4.

    Examples
    --------
    >>> box_area([[0, 0, 4, 3]]), box_area([[0, 0, 4, 3]], pixels="inclusive")
    (array([12.]), array([20.]))
    >>> box_area([[10, 10, 4, 3]], box_format="xywh")
    array([12.])
    """
    area = _box_area if type(boxes) is np.ndarray else _of_anything
    return area(boxes, box_format, pixels, image_size)


@refuses_other_kinds
def _of_anything(
    boxes: Any,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
) -> Any:
    layout = as_box_format(box_format)
    pixel = pixel_extent(pixels, layout)
    boxes = without_wrapper(boxes)
    library = library_of(boxes)
    if library.name == "numpy":
        array = in_order(as_float_boxes(as_box_array(boxes, layout, "boxes")))
        areas = _kernel(array, layout.value, pixels, image_size)
        # Of other numbers NumPy warns, of arrays that come as the kernel takes them it never did.
        if areas is not None and (array is boxes or np.isfinite(areas).all()):
            return areas
        columns = tuple(array[..., k] for k in range(4))
    else:
        view = library.plain_view(boxes)
        areas = None if view is None else _kernel(view, layout.value, pixels, image_size)
        if areas is not None:
            return library.wrap_numpy(areas)
        half = library.dtype_name(boxes) in ("float16", "bfloat16")
        columns = float_columns(library, library.cast(boxes, "float32") if half else boxes)
    if layout.has_size:
        areas = columns[2] * columns[3]
    else:
        areas = formulas.area(library.xp, Columns(*to_corners(layout.absolute, *columns)), pixel)
    if image_size is not None and layout.is_relative:
        width, height = as_image_size(image_size)
        areas = areas * float(width * height)
    return areas


# Native for NumPy arrays; what it does not take it passes on.
_box_area: Callable[..., Any] = native.kernel("box_area", _of_anything)
_kernel: Callable[..., Any] = native.kernel("box_area")
