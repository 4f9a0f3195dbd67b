"""Intersection over union of arrays of boxes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from truebox._native import overlap as _native
from truebox.overlap.array_overlap import OverlapOptions, elementwise_overlap, pairwise_overlap
from truebox.typing import Pixels

if TYPE_CHECKING:
    from truebox.typing import AnyArray

__all__ = ["elementwise_iou", "pairwise_iou"]

_pairwise = _native.pairwise_iou
_elementwise = _native.elementwise_iou


def pairwise_iou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: str = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: AnyArray | None = None,
    threads: int | None = None,
) -> AnyArray:
    """Intersection over union of every box of `boxes_a` with every box of `boxes_b`.

    Parameters
    ----------
    boxes_a : array-like [N, 4]
        NumPy arrays of any memory order, lists, tuples, or lists of `Box`.
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
        `out`, or a new array. float32 if both sides are float32 (or float16), else float64; integers are
        computed in float64. Values lie in [0, 1]; boxes without area have 0, never NaN; no boxes give shape
        (0, M) or (N, 0).

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option, or an `out` that does not fit.
    InputError
        For a coordinate that is not finite or a box with a negative extent; the message names argument and
        row.

    Notes
    -----
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
    if image_size is None:
        result = _pairwise(boxes_a, boxes_b, box_format, pixels, out, threads)
        if result is not None:
            return result
    options = OverlapOptions(
        box_format=box_format, pixels=pixels, image_size=image_size, out=out, threads=threads
    )
    return pairwise_overlap(_pairwise, boxes_a, boxes_b, options)


def elementwise_iou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: str = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: AnyArray | None = None,
    threads: int | None = None,
) -> AnyArray:
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
    if image_size is None:
        result = _elementwise(boxes_a, boxes_b, box_format, pixels, out, threads)
        if result is not None:
            return result
    options = OverlapOptions(
        box_format=box_format, pixels=pixels, image_size=image_size, out=out, threads=threads
    )
    return elementwise_overlap(_elementwise, boxes_a, boxes_b, options)
