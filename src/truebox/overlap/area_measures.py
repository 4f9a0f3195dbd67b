"""Overlap as a share of areas: of both boxes, of the first, of the smaller one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from numpy import ndarray

from truebox import formulas
from truebox._typed import pair_measure
from truebox.overlap.measure import BoxMeasure
from truebox.typing import Pixels

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike

__all__ = [
    "IOA",
    "IOS",
    "IOU",
    "elementwise_ioa",
    "elementwise_ios",
    "elementwise_iou",
    "pairwise_ioa",
    "pairwise_ios",
    "pairwise_iou",
]

# Shares of areas are the same in fractions of the image as in pixels.
IOU = BoxMeasure(formula=formulas.iou, kernel="iou", in_pixels=False, of_areas=True)
IOA = BoxMeasure(formula=formulas.ioa, kernel="ioa", in_pixels=False, of_areas=True)
IOS = BoxMeasure(formula=formulas.ios, kernel="ios", in_pixels=False, of_areas=True)


@pair_measure
def pairwise_iou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
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
        TensorFlow or CuPy, on any device, also while they are traced or differentiated. Four numbers, or a
        `Box`, are one box. Batches too: [..., N, 4] with [..., M, 4], whose leading dimensions broadcast.
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
    array [N, M] or [..., N, M]
        `out`, or a new array of the same library, on the same device. In NumPy float32 if both sides are
        float32 (or float16), else float64; integers are computed in float64. In other libraries the dtype of
        the boxes (half precision is computed in float32), or the library's default for integers. Values lie
        in [0, 1]; boxes without area have 0, never NaN; no boxes give shape (0, M) or (N, 0).

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option, or an `out` that does not fit.
    InputError
        For a coordinate that is not finite or a box with a negative extent, in NumPy arrays, lists, and
        tensors in ordinary memory; the message names argument and row. Values on a device, traced or
        differentiated are not looked at: NaN gives NaN, a negative extent 0; so they do everywhere within
        `truebox.overlap.unchecked`.

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
    pairwise = IOU.pairwise_of_arrays if type(boxes_a) is ndarray else IOU.pairwise
    return pairwise(boxes_a, boxes_b, box_format, pixels, image_size, out, threads)


@pair_measure
def elementwise_iou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """Intersection over union of each box of `boxes_a` with the box of `boxes_b` in the same row.

    Parameters
    ----------
    boxes_a, boxes_b : array-like [N, 4]
        As many boxes on either side. Of batches [..., N, 4] both have as many dimensions, and a 1 that is
        written stretches: ``boxes_a[:, None]`` with ``boxes_b[None]``.
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
    elementwise = IOU.elementwise_of_arrays if type(boxes_a) is ndarray else IOU.elementwise
    return elementwise(boxes_a, boxes_b, box_format, pixels, image_size, out, threads)


@pair_measure
def pairwise_ioa(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """Share of each box of `boxes_a` that each box of `boxes_b` covers: [N, M], in [0, 1].

    Intersection over the area of the first. With detections first this is what COCO uses for crowd regions
    (pycocotools 2.0.11, ``mask.iou`` with ``iscrowd = 1``). A box without area has 0.

    Boxes, options and errors as in `truebox.pairwise_iou`; the shape of the image changes nothing.

    Examples
    --------
    >>> from truebox.overlap import pairwise_ioa
    >>> pairwise_ioa([[0, 0, 10, 10]], [[0, 0, 100, 100], [5, 0, 100, 10]])
    array([[1. , 0.5]])
    """
    pairwise = IOA.pairwise_of_arrays if type(boxes_a) is ndarray else IOA.pairwise
    return pairwise(boxes_a, boxes_b, box_format, pixels, image_size, out, threads)


@pair_measure
def elementwise_ioa(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """Share of each box of `boxes_a` that the box of `boxes_b` in the same row covers: [N].

    Boxes, options and errors as in `truebox.elementwise_iou`; values as of `pairwise_ioa`.

    Examples
    --------
    >>> from truebox.overlap import elementwise_ioa
    >>> elementwise_ioa([[0, 0, 10, 10]], [[5, 0, 100, 10]])
    array([0.5])
    """
    elementwise = IOA.elementwise_of_arrays if type(boxes_a) is ndarray else IOA.elementwise
    return elementwise(boxes_a, boxes_b, box_format, pixels, image_size, out, threads)


@pair_measure
def pairwise_ios(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """Intersection over the smaller area, of every box of `boxes_a` with every one of `boxes_b`: [N, M].

    1 for a box inside another, however much larger that is; at least the IoU, and 0 without area; see
    `truebox.formulas.ios`.
    Boxes, options and errors as in `truebox.pairwise_iou`; the shape of the image changes nothing.

    Examples
    --------
    >>> from truebox.overlap import pairwise_ios
    >>> pairwise_ios([[0, 0, 4, 4]], [[2, 2, 6, 6], [4, 0, 8, 4], [0, 0, 4, 4]])
    array([[0.25, 0.  , 1.  ]])
    """
    pairwise = IOS.pairwise_of_arrays if type(boxes_a) is ndarray else IOS.pairwise
    return pairwise(boxes_a, boxes_b, box_format, pixels, image_size, out, threads)


@pair_measure
def elementwise_ios(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """Intersection over the smaller area of each box of `boxes_a` with the box of `boxes_b` in the same row.

    Boxes, options and errors as in `truebox.elementwise_iou`; values as of `pairwise_ios`.

    Examples
    --------
    >>> from truebox.overlap import elementwise_ios
    >>> elementwise_ios([[0, 0, 4, 4]], [[2, 2, 6, 6]])
    array([0.25])
    """
    elementwise = IOS.elementwise_of_arrays if type(boxes_a) is ndarray else IOS.elementwise
    return elementwise(boxes_a, boxes_b, box_format, pixels, image_size, out, threads)
