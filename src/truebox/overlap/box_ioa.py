"""Intersection over the area of the first box, of arrays of boxes."""

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

__all__ = ["elementwise_ioa", "pairwise_ioa"]

# IoA of fractions is that of pixels.
_MEASURE = FormulaMeasure(formula=formulas.ioa, in_pixels=False)
_pairwise = _native.pairwise_ioa
_elementwise = _native.elementwise_ioa


def pairwise_ioa(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: str = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """Share of each box of `boxes_a` that each box of `boxes_b` covers: intersection over the area of the
    first.

    With detections first this is what COCO uses for crowd regions (pycocotools 2.0.11, ``mask.iou`` with
    ``iscrowd = 1``).

    Parameters
    ----------
    boxes_a : array-like [N, 4]
        The boxes whose area divides.
    boxes_b : array-like [M, 4]
        The other boxes.
    box_format, pixels, image_size, out, threads
        As in `truebox.pairwise_iou`.

    Returns
    -------
    array [N, M]
        Values in [0, 1]; a box without area has 0. Dtypes and edge cases as in `truebox.pairwise_iou`.

    Raises
    ------
    ArgumentError, InputError
        As in `truebox.pairwise_iou`.

    Examples
    --------
    >>> from truebox.overlap import pairwise_ioa
    >>> pairwise_ioa([[0, 0, 10, 10]], [[0, 0, 100, 100], [5, 0, 100, 10]])
    array([[1. , 0.5]])
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


def elementwise_ioa(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: str = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """Share of each box of `boxes_a` that the box of `boxes_b` in the same row covers.

    Parameters
    ----------
    boxes_a, boxes_b : array-like [N, 4]
        The areas of `boxes_a` divide.
    box_format, pixels, image_size, out, threads
        As in `truebox.elementwise_iou`.

    Returns
    -------
    array [N]
        Values in [0, 1]; a box without area has 0.

    Raises
    ------
    ArgumentError, InputError
        As in `truebox.elementwise_iou`.

    Examples
    --------
    >>> from truebox.overlap import elementwise_ioa
    >>> elementwise_ioa([[0, 0, 10, 10]], [[5, 0, 100, 10]])
    array([0.5])
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
