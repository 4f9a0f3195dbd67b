"""Intersection over union of upright rotated boxes in space: seen from above, times the common height."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import formulas
from truebox._native import overlap as native
from truebox._native.threads import thread_count
from truebox.overlap.number_rows import UPRIGHT, as_rotated_rows, refuse_unequal_lengths
from truebox.overlap.rotation import AngleUnit, Rotation, TurningDirection, as_rotation
from truebox.overlap.row_library import rows_of_library
from truebox.overlap.row_pairs import RowOptions

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["elementwise_rotated_iou_3d", "pairwise_rotated_iou_3d"]


def pairwise_rotated_iou_3d(
    boxes_a: Any,
    boxes_b: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    threads: int | None = None,
) -> Any:
    """Intersection over union, by volume, of every upright box of `boxes_a` with every one of `boxes_b`.

    Parameters
    ----------
    boxes_a : array-like [N, 7]
        Centre x, y and z, length (along x before turning), width (along y), height (along z), and the angle
        around z: the order of OpenPCDet, whose angles are radians counterclockwise. A box given by the middle
        of its bottom face needs half its height added to z. Of NumPy, PyTorch, JAX, TensorFlow, CuPy, or
        lists.
    boxes_b : array-like [M, 7]
        The other boxes.
    unit : "degrees" or "radians"
        What a full turn is.
    direction : "clockwise" or "counterclockwise"
        Which way a positive angle turns as seen from above, where x points right and y up: counterclockwise
        turns the x axis toward the y axis. On an image, where y points down, that is the other way round.
    threads : int, optional
        At most this many; by default chosen by size. The result is the same to the last bit.

    Returns
    -------
    float64 array [N, M]
        Values in [0, 1]: exactly 1 for a box with itself, 0 for boxes that touch or have no volume. Arrays of
        another library are answered in it, in their dtype: those in plain memory by the same kernel, those on
        a device or with gradients by `truebox.formulas.rotated_iou_3d`, which does not look at values.

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option.
    InputError
        For a number that is not finite (E-190) or a negative size (E-192); the message names argument and
        row.

    Examples
    --------
    >>> from truebox.overlap import pairwise_rotated_iou_3d
    >>> car = [[10, 5, 1, 4, 2, 2, 0]]
    >>> others = [[10, 5, 1, 4, 2, 2, 180], [10, 5, 2, 4, 2, 2, 0], [10, 5, 1, 2, 4, 2, 90]]
    >>> pairwise_rotated_iou_3d(car, others, unit="degrees", direction="counterclockwise").round(4)
    array([[1.    , 0.3333, 1.    ]])
    """
    rotation, workers = as_rotation(unit, direction, y_down=False), thread_count(threads)

    def kernel(rows_a: Any, rows_b: Any) -> FloatArray:
        return _pairwise(rows_a, rows_b, rotation, workers)

    options = RowOptions(columns=UPRIGHT, rotation=rotation, pairwise=True)
    answer = rows_of_library(formulas.rotated_iou_3d, kernel, boxes_a, boxes_b, options)
    return kernel(boxes_a, boxes_b) if answer is None else answer


def elementwise_rotated_iou_3d(
    boxes_a: Any,
    boxes_b: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    threads: int | None = None,
) -> Any:
    """Intersection over union, by volume, of each upright box of `boxes_a` with the one in the same row.

    Parameters
    ----------
    boxes_a, boxes_b : array-like [N, 7]
        As many boxes on either side: centre x, y and z, length, width, height, angle.
    unit, direction, threads
        As in `pairwise_rotated_iou_3d`.

    Returns
    -------
    float64 array [N]
        With the edge cases of `pairwise_rotated_iou_3d`.

    Raises
    ------
    ArgumentError, InputError
        As in `pairwise_rotated_iou_3d`, and for sides of different length.

    Examples
    --------
    >>> from truebox.overlap import elementwise_rotated_iou_3d
    >>> elementwise_rotated_iou_3d(
    ...     [[0, 0, 0, 4, 2, 2, 0.3]], [[0, 0, 1, 4, 2, 2, 0.3]], unit="radians", direction="counterclockwise"
    ... )
    array([0.33333333])
    """
    rotation, workers = as_rotation(unit, direction, y_down=False), thread_count(threads)

    def kernel(rows_a: Any, rows_b: Any) -> FloatArray:
        return _elementwise(rows_a, rows_b, rotation, workers)

    options = RowOptions(columns=UPRIGHT, rotation=rotation, pairwise=False)
    answer = rows_of_library(formulas.rotated_iou_3d, kernel, boxes_a, boxes_b, options)
    return kernel(boxes_a, boxes_b) if answer is None else answer


def _pairwise(boxes_a: Any, boxes_b: Any, rotation: Rotation, workers: int) -> FloatArray:
    a = as_rotated_rows(boxes_a, UPRIGHT, "boxes_a")
    b = as_rotated_rows(boxes_b, UPRIGHT, "boxes_b")
    out = np.zeros((len(a), len(b)))
    native.pairwise_rotated(a, b, rotation.degrees, rotation.from_y_to_x, workers, out)
    return out


def _elementwise(boxes_a: Any, boxes_b: Any, rotation: Rotation, workers: int) -> FloatArray:
    a = as_rotated_rows(boxes_a, UPRIGHT, "boxes_a")
    b = as_rotated_rows(boxes_b, UPRIGHT, "boxes_b")
    refuse_unequal_lengths(len(a), len(b), "boxes", "boxes")
    out = np.empty(len(a))
    native.elementwise_rotated(a, b, rotation.degrees, rotation.from_y_to_x, workers, out)
    return out
