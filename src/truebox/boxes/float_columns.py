"""Boxes of PyTorch, JAX, TensorFlow and CuPy as four columns of floats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.arrays import answer_dtype
from truebox.boxes.box_array import holds_no_boxes
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.arrays import ArrayLibrary

__all__ = ["float_columns"]


def float_columns(library: ArrayLibrary, boxes: Any) -> tuple[Any, ...]:
    """Columns of another library's boxes; integers, which divide differently everywhere, become floats.

    Raises
    ------
    ArgumentError
        For a shape that does not end in 4.
    """
    shape = library.shape(boxes)
    name = library.dtype_name(boxes)
    dtype = answer_dtype(name, name, library.default_float)
    if shape is not None and holds_no_boxes(shape):
        boxes = library.from_numpy(np.empty((0, 4)), boxes)
    elif shape is not None and (len(shape) == 0 or shape[-1] not in (4, None)):
        raise ArgumentError(f"boxes has shape {shape}; expected [..., 4], four numbers a box")
    return library.columns(library.cast(boxes, dtype))
