"""Rotated boxes and boxes in space on arrays of other libraries, with gradients where these flow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from truebox.arrays import answer_dtype, common_library, without_wrapper
from truebox.errors import ArgumentError
from truebox.overlap.pairs.number_rows import refuse_unequal_lengths
from truebox.overlap.pairs.row_pairs import RowOptions, pair_rows, row_array

__all__ = ["rows_of_library"]

Formula = Callable[[Any, Any, Any], Any]
Kernel = Callable[[Any, Any], Any]


def rows_of_library(
    formula: Formula, kernel: Kernel, boxes_a: Any, boxes_b: Any, options: RowOptions
) -> Any | None:
    """[N, M] or [N] as an array of the library the boxes are of; None where that is NumPy.

    Plain memory goes through `kernel`, which takes NumPy arrays and validates them; what is differentiated,
    traced or on a device goes through `formula`, and its values are not validated, as that would stop a
    device.

    Raises
    ------
    ArgumentError
        For shapes that are not [N, K], and arrays of different libraries or devices.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> options = RowOptions(columns=("cx", "cy", "width", "height", "angle"), pairwise=True)
    >>> rows_of_library(formulas.gwd, None, np.zeros((1, 5)), np.zeros((1, 5)), options) is None
    True
    """
    library = common_library(boxes_a, boxes_b, options.names)
    if library.name == "numpy":
        return None
    boxes_a, boxes_b = without_wrapper(boxes_a), without_wrapper(boxes_b)
    count = len(options.columns)
    a, b = row_array(library, boxes_a, boxes_b, count), row_array(library, boxes_b, boxes_a, count)
    _check_shapes(library.shape(a), library.shape(b), options)
    view_a, view_b = library.numpy_view(a), library.numpy_view(b)
    if view_a is not None and view_b is not None:
        answer = answer_dtype(library.dtype_name(a), library.dtype_name(b), library.default_float)
        return library.from_numpy(kernel(view_a, view_b).astype(answer, copy=False), a)
    pairs = pair_rows(a, b, options)
    return pairs.answer(pairs.measure(formula))


def _check_shapes(
    shape_a: tuple[int | None, ...] | None, shape_b: tuple[int | None, ...] | None, options: RowOptions
) -> None:
    numbers = len(options.columns)
    for name, shape in zip(options.names, (shape_a, shape_b), strict=True):
        if shape is not None and (len(shape) != 2 or shape[1] not in (numbers, None)):
            raise ArgumentError(
                f"{name} has shape {shape}; expected [N, {numbers}]: {', '.join(options.columns)}"
            )
    if not options.pairwise and shape_a is not None and shape_b is not None:
        refuse_unequal_lengths(shape_a[0], shape_b[0], "boxes", "boxes")
