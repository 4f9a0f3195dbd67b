"""Measures of axis-aligned boxes in space."""

from __future__ import annotations

from typing import Any

from numpy import ndarray

from truebox import formulas
from truebox._typed import pair_measure
from truebox.overlap.row_measure import RowMeasure
from truebox.overlap.ways.row_kernels import CORNERS, by_space_kernel

__all__ = ["elementwise_iou_3d", "pairwise_iou_3d"]

_IOU_3D = RowMeasure(formula=formulas.iou_3d, columns=CORNERS, in_memory=by_space_kernel, kernel="iou_3d")


@pair_measure
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
    pairwise = _IOU_3D.pairwise_of_arrays if type(boxes_a) is ndarray else _IOU_3D.pairwise
    return pairwise(boxes_a, boxes_b, None, None, threads)


@pair_measure
def elementwise_iou_3d(boxes_a: Any, boxes_b: Any, *, threads: int | None = None) -> Any:
    """Intersection over union, by volume, of each box of `boxes_a` with the one of `boxes_b` in the same row.

    Boxes, options, values and errors as of `pairwise_iou_3d`; as many boxes on either side.

    Examples
    --------
    >>> from truebox.overlap import elementwise_iou_3d
    >>> elementwise_iou_3d([[0, 0, 0, 2, 2, 2]], [[0, 0, 1, 2, 2, 3]])
    array([0.33333333])
    """
    elementwise = _IOU_3D.elementwise_of_arrays if type(boxes_a) is ndarray else _IOU_3D.elementwise
    return elementwise(boxes_a, boxes_b, None, None, threads)
