"""Complete-IoU of arrays of boxes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebox import formulas
from truebox._native import overlap as _native
from truebox.overlap.formula_overlap import (
    FormulaMeasure,
    FormulaOptions,
    elementwise_by_formula,
    pairwise_by_formula,
)
from truebox.typing import Pixels

__all__ = ["elementwise_ciou", "pairwise_ciou"]

_MEASURE = FormulaMeasure(
    formula=formulas.ciou, pairwise=_native.pairwise_ciou, elementwise=_native.elementwise_ciou
)


def pairwise_ciou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: str = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
) -> Any:
    """Complete-IoU of every box of `boxes_a` with every box of `boxes_b`.

    DIoU less the weighted difference of the aspect ratios (Zheng et al., AAAI 2020); see
    `truebox.formulas.ciou`.

    Parameters
    ----------
    boxes_a, boxes_b : array-like [N, 4], [M, 4]
        Of NumPy, PyTorch, JAX, TensorFlow, CuPy, or lists.
    box_format, pixels
        As in `truebox.pairwise_iou`.
    image_size : (width, height), optional
        Needed with the ``rel_`` formats, and only there: the measure depends on the shape of the image.
    out : array [N, M], optional
        Where to write, for NumPy: C-contiguous, of the result's dtype.

    Returns
    -------
    array [N, M]
        Values in (-2, 1], at most the DIoU.
        Dtypes as in `truebox.pairwise_iou`.

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option.
    InputError
        For a coordinate that is not finite or a box with a negative extent, in NumPy arrays and lists.

    Examples
    --------
    >>> from truebox.overlap import pairwise_ciou
    >>> pairwise_ciou([[0, 0, 4, 4]], [[2, 2, 6, 6], [4, 0, 8, 4], [0, 0, 4, 4]])
    array([[ 0.03174603, -0.2       ,  1.        ]])
    """
    options = FormulaOptions(box_format=box_format, pixels=pixels, image_size=image_size, out=out)
    return pairwise_by_formula(_MEASURE, boxes_a, boxes_b, options)


def elementwise_ciou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: str = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
) -> Any:
    """Complete-IoU of each box of `boxes_a` with the box of `boxes_b` in the same row.

    Parameters
    ----------
    boxes_a, boxes_b : array-like [N, 4]
        As many boxes on either side.
    box_format, pixels, image_size
        As in `pairwise_ciou`.
    out : array [N], optional
        Where to write, for NumPy: C-contiguous, of the result's dtype.

    Returns
    -------
    array [N]
        Values as in `pairwise_ciou`.

    Raises
    ------
    ArgumentError, InputError
        As in `pairwise_ciou`, and for sides of different length.

    Examples
    --------
    >>> from truebox.overlap import elementwise_ciou
    >>> elementwise_ciou([[0, 0, 4, 4]], [[2, 2, 6, 6]])
    array([0.03174603])
    """
    options = FormulaOptions(box_format=box_format, pixels=pixels, image_size=image_size, out=out)
    return elementwise_by_formula(_MEASURE, boxes_a, boxes_b, options)
