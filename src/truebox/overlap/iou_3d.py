"""Intersection over union of axis-aligned boxes in space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import formulas
from truebox._native import overlap as native
from truebox._native.threads import thread_count
from truebox.errors import InputError
from truebox.overlap.number_rows import as_number_rows, refuse_unequal_lengths
from truebox.overlap.row_library import rows_of_library
from truebox.overlap.row_pairs import RowOptions

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["elementwise_iou_3d", "pairwise_iou_3d"]

_CORNERS = ("x_min", "y_min", "z_min", "x_max", "y_max", "z_max")


def pairwise_iou_3d(boxes_a: Any, boxes_b: Any, *, threads: int | None = None) -> Any:
    """Intersection over union, by volume, of every box of `boxes_a` with every one of `boxes_b`.

    Parameters
    ----------
    boxes_a : array-like [N, 6]
        ``x_min, y_min, z_min, x_max, y_max, z_max``. Of NumPy, PyTorch, JAX, TensorFlow, CuPy, or lists.
    boxes_b : array-like [M, 6]
        The other boxes.
    threads : int, optional
        At most this many; by default chosen by size. The result is the same to the last bit.

    Returns
    -------
    float64 array [N, M]
        Values in [0, 1]; boxes that touch and boxes without volume have 0. Arrays of another library are
        answered in it, in their dtype: those in plain memory by the same kernel, those on a device or with
        gradients by `truebox.formulas.iou_3d`, which does not look at values.

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option.
    InputError
        For a coordinate that is not finite (E-190) or corners the wrong way round (E-191); the message names
        argument and row.

    Examples
    --------
    >>> from truebox.overlap import pairwise_iou_3d
    >>> pairwise_iou_3d([[0, 0, 0, 2, 2, 2]], [[0, 0, 0, 2, 2, 2], [1, 1, 1, 3, 3, 3], [2, 0, 0, 4, 2, 2]])
    array([[1.        , 0.06666667, 0.        ]])
    """
    workers = thread_count(threads)

    def kernel(rows_a: Any, rows_b: Any) -> FloatArray:
        a, b = _corner_rows(rows_a, rows_b)
        out = np.empty((len(a), len(b)))
        native.pairwise_space(a, b, workers, out)
        return out

    options = RowOptions(columns=_CORNERS, pairwise=True)
    answer = rows_of_library(formulas.iou_3d, kernel, boxes_a, boxes_b, options)
    return kernel(boxes_a, boxes_b) if answer is None else answer


def elementwise_iou_3d(boxes_a: Any, boxes_b: Any) -> Any:
    """Intersection over union, by volume, of each box of `boxes_a` with the one of `boxes_b` in the same row.

    Parameters
    ----------
    boxes_a, boxes_b : array-like [N, 6]
        ``x_min, y_min, z_min, x_max, y_max, z_max``; as many on either side.

    Returns
    -------
    float64 array [N]
        With the edge cases of `pairwise_iou_3d`.

    Raises
    ------
    ArgumentError, InputError
        As in `pairwise_iou_3d`, and for sides of different length.

    Examples
    --------
    >>> from truebox.overlap import elementwise_iou_3d
    >>> elementwise_iou_3d([[0, 0, 0, 2, 2, 2]], [[0, 0, 1, 2, 2, 3]])
    array([0.33333333])
    """

    def kernel(rows_a: Any, rows_b: Any) -> FloatArray:
        a, b = _corner_rows(rows_a, rows_b)
        refuse_unequal_lengths(len(a), len(b), "boxes", "boxes")
        out = np.empty(len(a))
        native.elementwise_space(a, b, out)
        return out

    options = RowOptions(columns=_CORNERS, pairwise=False)
    answer = rows_of_library(formulas.iou_3d, kernel, boxes_a, boxes_b, options)
    return kernel(boxes_a, boxes_b) if answer is None else answer


def _corner_rows(boxes_a: Any, boxes_b: Any) -> tuple[FloatArray, FloatArray]:
    return _scaled(_ordered_rows(boxes_a, "boxes_a"), _ordered_rows(boxes_b, "boxes_b"))


def _ordered_rows(boxes: Any, name: str) -> FloatArray:
    rows = as_number_rows(boxes, _CORNERS, name)
    swapped = rows[:, 3:] < rows[:, :3]
    if swapped.any():
        row = int(np.argmax(swapped.any(axis=1)))
        axis = int(np.argmax(swapped[row]))
        raise InputError(
            "E-191",
            f"{name}[{row}]",
            f"{_CORNERS[axis + 3]} {rows[row, axis + 3]:.12g} < {_CORNERS[axis]} {rows[row, axis]:.12g}",
            "write both corners, smaller coordinates first",
            row=row,
        )
    return rows


def _scaled(a: FloatArray, b: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Both times one power of two where volumes would overflow or vanish; that changes no IoU."""
    largest = max(float(np.abs(rows).max(initial=0.0)) for rows in (a, b))
    if largest == 0 or 1e-45 <= largest <= 1e45:
        return a, b
    exponent = -int(np.frexp(largest)[1])
    return np.ldexp(a, exponent), np.ldexp(b, exponent)
