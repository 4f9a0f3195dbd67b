"""Distance-IoU of arrays of boxes."""

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

__all__ = ["elementwise_diou", "pairwise_diou"]

_MEASURE = FormulaMeasure(
    formula=formulas.diou, pairwise=_native.pairwise_diou, elementwise=_native.elementwise_diou
)


def pairwise_diou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: str = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
) -> Any:
    """Distance-IoU of every box of `boxes_a` with every box of `boxes_b`.

    IoU less the squared distance of the centers over the squared diagonal of the enclosing box (Zheng et al.,
    AAAI 2020); see `truebox.formulas.diou`.

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
        Values in (-1, 1], at most the IoU.
        Dtypes as in `truebox.pairwise_iou`.

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option.
    InputError
        For a coordinate that is not finite or a box with a negative extent, in NumPy arrays and lists.

    Examples
    --------
    >>> from truebox.overlap import pairwise_diou
    >>> pairwise_diou([[0, 0, 4, 4]], [[2, 2, 6, 6], [4, 0, 8, 4], [0, 0, 4, 4]])
    array([[ 0.03174603, -0.2       ,  1.        ]])
    """
    options = FormulaOptions(box_format=box_format, pixels=pixels, image_size=image_size, out=out)
    return pairwise_by_formula(_MEASURE, boxes_a, boxes_b, options)


def elementwise_diou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: str = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
) -> Any:
    """Distance-IoU of each box of `boxes_a` with the box of `boxes_b` in the same row.

    Parameters
    ----------
    boxes_a, boxes_b : array-like [N, 4]
        As many boxes on either side.
    box_format, pixels, image_size
        As in `pairwise_diou`.
    out : array [N], optional
        Where to write, for NumPy: C-contiguous, of the result's dtype.

    Returns
    -------
    array [N]
        Values as in `pairwise_diou`.

    Raises
    ------
    ArgumentError, InputError
        As in `pairwise_diou`, and for sides of different length.

    Examples
    --------
    >>> from truebox.overlap import elementwise_diou
    >>> elementwise_diou([[0, 0, 4, 4]], [[2, 2, 6, 6]])
    array([0.03174603])
    """
    options = FormulaOptions(box_format=box_format, pixels=pixels, image_size=image_size, out=out)
    return elementwise_by_formula(_MEASURE, boxes_a, boxes_b, options)
