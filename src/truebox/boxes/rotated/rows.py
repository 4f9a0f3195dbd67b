"""Rotated boxes of any library as five columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.arrays import answer_dtype, library_of, without_wrapper
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.arrays import ArrayLibrary

__all__ = ["rotated_columns"]


def rotated_columns(boxes: Any) -> tuple[ArrayLibrary, tuple[Any, ...]]:
    """The library, and ``cx, cy, width, height, angle`` as floats, each [...]; no boxes are [0].

    Raises
    ------
    ArgumentError
        For a shape that does not end in 5, or elements that are not real numbers.

    Examples
    --------
    >>> library, columns = rotated_columns([[10, 10, 4, 2, 30]])
    >>> library.name, float(columns[4][0])
    ('numpy', 30.0)
    """
    boxes = without_wrapper(boxes)
    library = library_of(boxes)
    if library.name == "numpy":
        try:
            boxes = np.asarray(boxes)
        except ValueError:
            raise ArgumentError("boxes has rows of different lengths; expected five numbers a box") from None
        if boxes.dtype.kind not in "fiu":
            raise ArgumentError(f"boxes has dtype {boxes.dtype}; expected real numbers")
        if boxes.size == 0 and boxes.ndim <= 1:
            boxes = np.empty((0, 5))
    shape = library.shape(boxes)
    if shape is not None and (len(shape) == 0 or shape[-1] not in (5, None)):
        raise ArgumentError(f"boxes has shape {shape}; expected [..., 5]: cx, cy, width, height, angle")
    name = library.dtype_name(boxes)
    floats = library.cast(boxes, answer_dtype(name, name, library.default_float))
    return library, library.columns(floats, 5)
