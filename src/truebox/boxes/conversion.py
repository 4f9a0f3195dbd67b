"""Arrays of boxes from one format to another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._native import overlap as native
from truebox._typed import box_function
from truebox.arrays import library_of, without_wrapper
from truebox.boxes.box_array import as_box_array, as_float_boxes, in_order
from truebox.boxes.box_format import BoxFormat, as_box_format
from truebox.boxes.float_columns import float_columns
from truebox.boxes.image_size import as_image_size
from truebox.boxes.layouts import relayout
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.boxes.box_format import BoxFormatLike
    from truebox.typing import AnyArray

__all__ = ["convert_boxes"]


@box_function
def convert_boxes(
    boxes: Any,
    source: BoxFormatLike,
    target: BoxFormatLike,
    *,
    image_size: Sequence[float] | None = None,
) -> Any:
    """Boxes of one format in another; always a new array.

    Coordinates are continuous: a width is ``x_max - x_min``. Values are not validated (see `validate_boxes`).

    Parameters
    ----------
    boxes : array-like [..., 4]
        Any real dtype. Floating dtypes are kept. Integers stay integers as long as the formats allow it
        (``xyxy``, ``yxyx`` and ``xywh`` among each other: int64, or the same dtype where columns only move)
        and become float64 where a center or a fraction needs it. Arrays of PyTorch, JAX, TensorFlow and CuPy
        stay what they are, with their gradients; there integers become floats.
    source, target : BoxFormat or str
        What the four numbers mean before and after.
    image_size : (width, height), optional
        Needed when exactly one of the formats is relative. Between two relative formats it changes nothing.

    Returns
    -------
    array [..., 4]

    Raises
    ------
    ArgumentError
        For an unknown format, a shape that does not end in 4, or a missing `image_size`.

    Examples
    --------
    >>> convert_boxes([[50, 60, 100, 40]], "xywh", "xyxy")
    array([[ 50,  60, 150, 100]])
    >>> convert_boxes([[160, 120, 480, 360]], "xyxy", "rel_cxcywh", image_size=(640, 480))
    array([[0.5, 0.5, 0.5, 0.5]])
    >>> convert_boxes([], "xywh", "xyxy").shape
    (0, 4)
    """
    convert = _convert_boxes if type(boxes) is np.ndarray else _of_anything
    return convert(boxes, source, target, image_size)


@refuses_other_kinds
def _of_anything(
    boxes: Any, source: BoxFormatLike, target: BoxFormatLike, image_size: Sequence[float] | None = None
) -> Any:
    before, after = as_box_format(source, "source"), as_box_format(target, "target")
    size = as_image_size(image_size) if image_size is not None else None
    boxes = without_wrapper(boxes)
    library = library_of(boxes)
    if library.name != "numpy":
        view = library.plain_view(boxes)
        made = None if view is None else _kernel(view, before.value, after.value, size)
        if made is not None:
            return library.wrap_numpy(made)
        columns = _converted(float_columns(library, boxes), before, after, size)
        return library.stack(columns)
    array = in_order(_with_room(as_box_array(boxes, before, "boxes"), before, after))
    result: AnyArray | None = _kernel(array, before.value, after.value, size)
    # Of other numbers NumPy warns, of arrays that come as the kernel takes them it never did.
    if result is not None and (array is boxes or np.isfinite(result).all()):
        return result
    columns = _converted(tuple(array[..., k] for k in range(4)), before, after, size)
    result = np.empty(array.shape, array.dtype)
    for k in range(4):
        result[..., k] = columns[k]
    return result


# Native for NumPy arrays; what it does not take it passes on.
_convert_boxes: Callable[..., Any] = native.kernel("convert_boxes", _of_anything)
_kernel: Callable[..., Any] = native.kernel("convert_boxes")


def _converted(
    columns: Any, before: BoxFormat, after: BoxFormat, size: tuple[float, float] | None
) -> tuple[Any, ...]:
    scaled = before.is_relative != after.is_relative
    if scaled and size is None:
        raise ArgumentError(f"from {before.value} to {after.value} needs image_size=(width, height)")
    if scaled and size is not None and before.is_relative:
        columns = tuple(column * side for column, side in zip(columns, _sides(before, size), strict=True))
    columns = relayout(before.absolute, after.absolute, columns)
    if scaled and size is not None and after.is_relative:
        columns = tuple(column / side for column, side in zip(columns, _sides(after, size), strict=True))
    return tuple(columns)


def _sides(box_format: BoxFormat, size: tuple[float, float]) -> tuple[float, float, float, float]:
    width, height = size
    if box_format.absolute is BoxFormat.YXYX:
        return height, width, height, width
    return width, height, width, height


def _with_room(array: AnyArray, before: BoxFormat, after: BoxFormat) -> AnyArray:
    """Integers in a dtype that holds the result: an unsigned or narrow one would wrap around in x + width."""
    moved = before.has_size == after.has_size and before.is_relative == after.is_relative
    centered = BoxFormat.CXCYWH in (before.absolute, after.absolute)
    if array.dtype.kind == "f" or before is after or (moved and not centered):
        return array
    if centered or before.is_relative != after.is_relative:
        return as_float_boxes(array)
    return array.astype(np.int64)
