"""Boxes cut at the border of their image."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._native import overlap as native
from truebox._typed import box_function
from truebox.arrays import library_of, without_wrapper
from truebox.boxes.box_array import as_box_array, in_order
from truebox.boxes.box_format import BoxFormat, as_box_format
from truebox.boxes.conversion import convert_boxes
from truebox.boxes.float_columns import float_columns
from truebox.boxes.image_size import as_image_size
from truebox.boxes.layouts import relayout
from truebox.boxes.pixels import pixel_extent
from truebox.errors import ArgumentError
from truebox.typing import Pixels

if TYPE_CHECKING:
    from truebox.boxes.box_format import BoxFormatLike
    from truebox.typing import AnyArray

__all__ = ["clip_boxes"]


@box_function
def clip_boxes(
    boxes: Any,
    image_size: Sequence[float] | None = None,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
) -> Any:
    """The part of each box that lies in the image; always a new array.

    A box that lies outside collapses onto the border with a width or height of 0. Boxes that lie inside keep
    their numbers bit by bit in every format.

    Parameters
    ----------
    boxes : array-like [..., 4]
        Floating dtypes are kept; integers, and arrays of other libraries, follow `convert_boxes`.
    image_size : (width, height), optional
        In pixels; left out only for ``rel_`` formats, where the image is the unit square.
    box_format : BoxFormat or str
        What the four numbers mean, in the result too.
    pixels : "continuous" or "inclusive"
        The last corner is ``width`` or, as the index of the last pixel, ``width - 1``.

    Returns
    -------
    array [..., 4]

    Raises
    ------
    ArgumentError
        For an unknown format, a wrong shape, or a missing `image_size`.

    Examples
    --------
    >>> clip_boxes([[-5, 10, 50, 500], [700, 0, 800, 10]], (640, 480))
    array([[  0,  10,  50, 480],
           [640,   0, 640,  10]])
    """
    clip = _clip_boxes if type(boxes) is np.ndarray else _of_anything
    return clip(boxes, image_size, box_format, pixels)


@refuses_other_kinds
def _of_anything(
    boxes: Any,
    image_size: Sequence[float] | None = None,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
) -> Any:
    layout = as_box_format(box_format)
    extent = pixel_extent(pixels, layout)
    width, height = _limits(image_size, layout)
    boxes = without_wrapper(boxes)
    library = library_of(boxes)
    if library.name != "numpy":
        view = library.plain_view(boxes) if layout.absolute is BoxFormat.XYXY else None
        # A tensor's box with NaN stays as it is.
        if view is not None and not np.isnan(view).any():
            cut = _kernel(view, (width, height), layout.value, pixels)
            if cut is not None:
                return library.wrap_numpy(cut)
        columns = float_columns(library, boxes)
        return library.stack(_clipped(library.xp, columns, layout, (width - extent, height - extent)))
    array = as_box_array(boxes, layout, "boxes")
    ordered = array if layout.absolute is BoxFormat.XYXY else in_order(array)
    done = _kernel(ordered, (width, height), layout.value, pixels)
    if done is not None:
        return done
    corner_format = BoxFormat.REL_XYXY if layout.is_relative else BoxFormat.XYXY
    corners = convert_boxes(array, layout, corner_format)
    limits = np.array([width - extent, height - extent] * 2)
    clipped = np.minimum(np.maximum(corners, 0), limits).astype(_dtype_for(corners, limits), copy=False)
    result = convert_boxes(clipped, corner_format, layout)
    inside = (clipped == corners).all(axis=-1, keepdims=True)
    return np.where(inside, array, result)


# Native for NumPy arrays; what it does not take it passes on.
_clip_boxes: Callable[..., Any] = native.kernel("clip_boxes", _of_anything)
_kernel: Callable[..., Any] = native.kernel("clip_boxes")


def _clipped(xp: Any, columns: tuple[Any, ...], layout: BoxFormat, limits: tuple[float, float]) -> list[Any]:
    """Columns of another library's boxes, cut; where nothing is cut, as they were."""
    corners = relayout(layout.absolute, BoxFormat.XYXY, columns)
    cut = [
        xp.minimum(xp.maximum(corner, xp.zeros_like(corner)), xp.ones_like(corner) * limit)
        for corner, limit in zip(corners, limits * 2, strict=True)
    ]
    moved = sum(xp.abs(after - before) for after, before in zip(cut, corners, strict=True)) > 0
    changed = relayout(BoxFormat.XYXY, layout.absolute, (cut[0], cut[1], cut[2], cut[3]))
    return [xp.where(moved, new, old) for new, old in zip(changed, columns, strict=True)]


def _limits(image_size: Sequence[float] | None, layout: BoxFormat) -> tuple[float, float]:
    if layout.is_relative:
        return 1.0, 1.0
    if image_size is None:
        raise ArgumentError(f"clip_boxes needs image_size=(width, height) for box_format {layout.value!r}")
    return as_image_size(image_size)


def _dtype_for(corners: AnyArray, limits: AnyArray) -> np.dtype[Any]:
    """The corners' own dtype, unless they are integers and the image's size is not."""
    if corners.dtype.kind == "f" or bool((limits == np.floor(limits)).all()):
        return corners.dtype
    return np.dtype(np.float64)
