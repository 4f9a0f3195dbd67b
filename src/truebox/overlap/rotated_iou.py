"""Intersection over union of rotated boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import formulas
from truebox._native import overlap as native
from truebox._native.threads import thread_count
from truebox.overlap.number_rows import ROTATED, as_rotated_rows, refuse_unequal_lengths
from truebox.overlap.rotation import AngleUnit, Rotation, TurningDirection, as_rotation
from truebox.overlap.row_library import rows_of_library
from truebox.overlap.row_pairs import RowOptions

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["elementwise_rotated_iou", "pairwise_rotated_iou"]


def pairwise_rotated_iou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    threads: int | None = None,
) -> Any:
    """Intersection over union of every rotated box of `boxes_a` with every one of `boxes_b`.

    `unit` and `direction` have no default, because no two tools agree on them:

    ================================  =========  ==================
    boxes from                        unit       direction
    ================================  =========  ==================
    detectron2, torchvision           degrees    counterclockwise
    mmcv, mmrotate (default)          radians    clockwise
    Ultralytics ``xywhr``             radians    clockwise
    OpenCV ``minAreaRect``            degrees    clockwise
    ================================  =========  ==================

    Parameters
    ----------
    boxes_a : array-like [N, 5]
        Centre x and y, width, height, angle. Of NumPy, PyTorch, JAX, TensorFlow, CuPy,
        or lists.
    boxes_b : array-like [M, 5]
        The other boxes.
    unit : "degrees" or "radians"
        What a full turn is. Any number of turns is taken; quarter turns in degrees are exact.
    direction : "clockwise" or "counterclockwise"
        Which way a positive angle turns as seen on an image, with y pointing down: clockwise turns the x
        axis toward the y axis.
    threads : int, optional
        At most this many; by default chosen by size. The result is the same to the last bit.

    Returns
    -------
    float64 array [N, M]
        Values in [0, 1], computed in float64 from any dtype: exactly 1 for a box with itself, 0 for boxes
        that touch, for boxes without area, and below 1e-13 of the smaller area. No boxes give shape (0, M)
        or (N, 0). Arrays of another library are answered in it, in their dtype: tensors in plain memory by
        the same kernel, those on a device or with gradients by `truebox.formulas.rotated_iou`.

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option.
    InputError
        For a number that is not finite (E-190) or a negative size (E-192); the message names argument and
        row.

    See Also
    --------
    truebox.suppression.nms_from_overlap : suppression of rotated boxes with this matrix.
    truebox.formulas.rotated_iou : the differentiable formula.

    Notes
    -----
    The shared area is a sum of one continuous function per edge, and no edge is asked whether it crosses
    another; so nearly equal, touching and parallel boxes, on which clipping algorithms are known to fail, are
    ordinary cases. The error is about 1e-16 times the longest side over the shortest, so below 1e-9 up to a
    ratio of a million (measured against 60 digits). Numbers from 1e-300 to 1e300 are taken: a call that
    needs it is scaled, and lengths then count down to 1e-150 of the largest number.

    Examples
    --------
    >>> from truebox.overlap import pairwise_rotated_iou
    >>> square = [[50, 50, 20, 20, 0]]
    >>> others = [[50, 50, 20, 20, 90], [50, 50, 20, 20, 45], [60, 50, 20, 20, 0], [70, 50, 20, 20, 0]]
    >>> pairwise_rotated_iou(square, others, unit="degrees", direction="clockwise").round(4)
    array([[1.    , 0.7071, 0.3333, 0.    ]])
    """
    rotation, workers = as_rotation(unit, direction), thread_count(threads)

    def kernel(rows_a: Any, rows_b: Any) -> FloatArray:
        return _pairwise(rows_a, rows_b, rotation, workers)

    options = RowOptions(columns=ROTATED, rotation=rotation, pairwise=True)
    answer = rows_of_library(formulas.rotated_iou, kernel, boxes_a, boxes_b, options)
    return kernel(boxes_a, boxes_b) if answer is None else answer


def elementwise_rotated_iou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    threads: int | None = None,
) -> Any:
    """Intersection over union of each rotated box of `boxes_a` with the one of `boxes_b` in the same row.

    Parameters
    ----------
    boxes_a, boxes_b : array-like [N, 5]
        As many boxes on either side: centre x and y, width, height, angle.
    unit, direction, threads
        As in `pairwise_rotated_iou`.

    Returns
    -------
    float64 array [N]
        With the edge cases of `pairwise_rotated_iou`.

    Raises
    ------
    ArgumentError, InputError
        As in `pairwise_rotated_iou`, and for sides of different length.

    Examples
    --------
    >>> import math
    >>> from truebox.overlap import elementwise_rotated_iou
    >>> a, b = [[0, 0, 4, 2, 0], [0, 0, 4, 2, 0]], [[0, 0, 4, 2, math.pi], [0, 0, 2, 4, math.pi / 2]]
    >>> elementwise_rotated_iou(a, b, unit="radians", direction="clockwise")
    array([1., 1.])
    """
    rotation, workers = as_rotation(unit, direction), thread_count(threads)

    def kernel(rows_a: Any, rows_b: Any) -> FloatArray:
        return _elementwise(rows_a, rows_b, rotation, workers)

    options = RowOptions(columns=ROTATED, rotation=rotation, pairwise=False)
    answer = rows_of_library(formulas.rotated_iou, kernel, boxes_a, boxes_b, options)
    return kernel(boxes_a, boxes_b) if answer is None else answer


def _pairwise(boxes_a: Any, boxes_b: Any, rotation: Rotation, workers: int) -> FloatArray:
    a = as_rotated_rows(boxes_a, ROTATED, "boxes_a")
    b = as_rotated_rows(boxes_b, ROTATED, "boxes_b")
    out = np.zeros((len(a), len(b)))
    native.pairwise_rotated(a, b, rotation.degrees, rotation.from_y_to_x, workers, out)
    return out


def _elementwise(boxes_a: Any, boxes_b: Any, rotation: Rotation, workers: int) -> FloatArray:
    a = as_rotated_rows(boxes_a, ROTATED, "boxes_a")
    b = as_rotated_rows(boxes_b, ROTATED, "boxes_b")
    refuse_unequal_lengths(len(a), len(b), "boxes", "boxes")
    out = np.empty(len(a))
    native.elementwise_rotated(a, b, rotation.degrees, rotation.from_y_to_x, workers, out)
    return out
