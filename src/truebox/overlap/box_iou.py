"""Intersection over union of arrays of boxes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy import ndarray

from truebox import formulas
from truebox._native import overlap as _native
from truebox.overlap.array_overlap import OverlapOptions, elementwise_overlap, pairwise_overlap
from truebox.overlap.formula_overlap import FormulaMeasure
from truebox.overlap.library_overlap import elementwise_of_library, pairwise_of_library
from truebox.overlap.library_views import through_views
from truebox.typing import Pixels

__all__ = ["elementwise_iou", "pairwise_iou"]

# IoU of fractions is that of pixels.
_MEASURE = FormulaMeasure(formula=formulas.iou, in_pixels=False)
_pairwise = _native.pairwise_iou
_elementwise = _native.elementwise_iou


def pairwise_iou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: str = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """Intersection over union of every box of `boxes_a` with every box of `boxes_b`.

    Parameters
    ----------
    boxes_a : array-like [N, 4]
        NumPy arrays of any memory order, lists, tuples, or lists of `Box`; or arrays of PyTorch, JAX,
        TensorFlow or CuPy, on any device, also while they are traced or differentiated.
    boxes_b : array-like [M, 4]
        The other boxes.
    box_format : BoxFormat or str
        What the four numbers mean, on both sides.
    pixels : "continuous" or "inclusive"
        Whether corners are positions, or indices of pixels that belong to the box; see `truebox.iou`.
    image_size : (width, height), optional
        Only checked, and only with ``rel_`` formats: IoU does not depend on it.
    out : array [N, M], optional
        Where to write: C-contiguous, of the result's dtype. Saves the cost of fresh memory, which for large
        answers exceeds that of the arithmetic.
    threads : int, optional
        At most this many; by default chosen by size. The result is the same to the last bit.

    Returns
    -------
    array [N, M]
        `out`, or a new array of the same library, on the same device. In NumPy float32 if both sides are
        float32 (or float16), else float64; integers are computed in float64. In other libraries the dtype of
        the boxes (half precision is computed in float32), or the library's default for integers. Values lie
        in [0, 1]; boxes without area have 0, never NaN; no boxes give shape (0, M) or (N, 0).

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option, or an `out` that does not fit.
    InputError
        For a coordinate that is not finite or a box with a negative extent, in NumPy arrays and lists; the
        message names argument and row. Elsewhere values are not looked at, as that would stop a device: NaN
        gives NaN, a negative extent 0.

    Notes
    -----
    On the CPU, PyTorch tensors and JAX arrays that are not differentiated or traced are read in place by the
    native kernels. On CUDA a Triton kernel computes what is not differentiated, where Triton is installed.
    All else goes through `truebox.formulas.iou`, column by column, which never builds an array [N, M, 2].

    The order of operations is that of pycocotools 2.0.11: for float64 in ``xywh`` the result equals
    ``mask.iou``, bit by bit, except that it never exceeds 1, which the reference does by a rounding error for
    some boxes that agree. For the formats with a size, ``x + w`` rounds, so that a box may overlap itself by
    one rounding error less than 1. float32 coordinates so large that an area would overflow are computed in
    float64.

    Examples
    --------
    >>> import truebox as tb
    >>> tb.pairwise_iou([[50, 50, 150, 150]], [[51, 51, 151, 151], [100, 100, 200, 200], [150, 50, 250, 150]])
    array([[0.96097657, 0.14285714, 0.        ]])
    """
    if image_size is None and type(boxes_a) is ndarray:
        result = _pairwise(boxes_a, boxes_b, box_format, pixels, out, threads)
        if result is not None:
            return result
    elif image_size is None and out is None and threads is None:
        result = through_views(_pairwise, boxes_a, boxes_b, box_format, pixels)
        if result is not None:
            return result
    options = OverlapOptions(
        box_format=box_format, pixels=pixels, image_size=image_size, out=out, threads=threads
    )
    answer = pairwise_of_library(_MEASURE, _pairwise, boxes_a, boxes_b, options)
    return pairwise_overlap(_pairwise, boxes_a, boxes_b, options) if answer is None else answer


def elementwise_iou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: str = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """Intersection over union of each box of `boxes_a` with the box of `boxes_b` in the same row.

    Parameters
    ----------
    boxes_a, boxes_b : array-like [N, 4]
        As many boxes on either side.
    box_format, pixels, image_size, threads
        As in `pairwise_iou`.
    out : array [N], optional
        Where to write: C-contiguous, of the result's dtype. After an error its content is undefined.

    Returns
    -------
    array [N]
        With the dtypes and edge cases of `pairwise_iou`.

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option, or sides of different length.
    InputError
        For a coordinate that is not finite or a box with a negative extent; the message names argument and
        row.

    Examples
    --------
    >>> import truebox as tb
    >>> tb.elementwise_iou([[10, 10, 50, 50], [400, 300, 450, 400]], [[20, 20, 40, 40], [450, 300, 500, 400]])
    array([0.25, 0.  ])
    """
    if image_size is None and type(boxes_a) is ndarray:
        result = _elementwise(boxes_a, boxes_b, box_format, pixels, out, threads)
        if result is not None:
            return result
    elif image_size is None and out is None and threads is None:
        result = through_views(_elementwise, boxes_a, boxes_b, box_format, pixels)
        if result is not None:
            return result
    options = OverlapOptions(
        box_format=box_format, pixels=pixels, image_size=image_size, out=out, threads=threads
    )
    answer = elementwise_of_library(_MEASURE, _elementwise, boxes_a, boxes_b, options)
    return elementwise_overlap(_elementwise, boxes_a, boxes_b, options) if answer is None else answer
