"""Measures of rotated boxes on arrays of PyTorch, JAX and CuPy, with gradients where these flow."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from truebox.arrays import (
    ArrayLibrary,
    answer_dtype,
    common_library,
    computing_dtype,
    library_of,
    without_wrapper,
)
from truebox.errors import ArgumentError
from truebox.overlap.rotation import Rotation

__all__ = ["rotated_of_library"]

Formula = Callable[[Any, Any, Any], Any]
Kernel = Callable[[Any, Any], Any]


def rotated_of_library(
    formula: Formula, kernel: Kernel, boxes_a: Any, boxes_b: Any, rotation: Rotation, *, pairwise: bool
) -> Any | None:
    """[N, M] or [N] as an array of the library the boxes are of; None where that is NumPy.

    Plain memory goes through `kernel`, which takes NumPy arrays and validates them; what is differentiated,
    traced or on a device goes through `formula`, and its values are not validated, as that would stop a
    device.

    Raises
    ------
    ArgumentError
        For shapes that are not [N, 5], and arrays of different libraries or devices.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> boxes = np.zeros((1, 5))
    >>> rotated_of_library(formulas.gwd, None, boxes, boxes, Rotation(True, False), pairwise=True) is None
    True
    """
    library = common_library(boxes_a, boxes_b)
    if library.name == "numpy":
        return None
    if not hasattr(library.xp, "cos"):
        raise ArgumentError(
            f"boxes of {library.name} are not taken by measures of rotated boxes. Convert them to NumPy first"
        )
    boxes_a, boxes_b = without_wrapper(boxes_a), without_wrapper(boxes_b)
    a, b = _of_library(library, boxes_a, boxes_b), _of_library(library, boxes_b, boxes_a)
    _check_shapes(library.shape(a), library.shape(b), pairwise=pairwise)
    answer = answer_dtype(library.dtype_name(a), library.dtype_name(b), library.default_float)
    view_a, view_b = library.numpy_view(a), library.numpy_view(b)
    if view_a is not None and view_b is not None and answer in ("float32", "float64"):
        return library.from_numpy(kernel(view_a, view_b).astype(answer, copy=False), a)
    computing = computing_dtype(answer)
    a, b = (_in_radians(library, library.cast(boxes, computing), rotation) for boxes in (a, b))
    if pairwise:
        a, b = a[:, None, :], b[None, :, :]
    return library.cast(formula(library.xp, a, b), answer)


def _of_library(library: ArrayLibrary, boxes: Any, other: Any) -> Any:
    if library_of(boxes) is library:
        return boxes
    return library.from_numpy(np.asarray(boxes), other)


def _in_radians(library: ArrayLibrary, boxes: Any, rotation: Rotation) -> Any:
    factor = (math.pi / 180 if rotation.degrees else 1.0) * (-1.0 if rotation.from_y_to_x else 1.0)
    return library.stack([*(boxes[..., k] for k in range(4)), boxes[..., 4] * factor])


def _check_shapes(
    shape_a: tuple[int | None, ...] | None, shape_b: tuple[int | None, ...] | None, *, pairwise: bool
) -> None:
    for name, shape in (("boxes_a", shape_a), ("boxes_b", shape_b)):
        if shape is not None and (len(shape) != 2 or shape[1] not in (5, None)):
            raise ArgumentError(f"{name} has shape {shape}; expected [N, 5]: cx, cy, width, height, angle")
    if not pairwise and shape_a is not None and shape_b is not None and shape_a[0] != shape_b[0]:
        raise ArgumentError(
            f"boxes_a has {shape_a[0]} boxes and boxes_b has {shape_b[0]}; elementwise needs as many of "
            "either. For all pairs use the pairwise function of this measure"
        )
