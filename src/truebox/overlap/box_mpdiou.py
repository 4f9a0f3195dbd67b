"""Minimum-point-distance IoU of arrays of boxes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebox import formulas
from truebox.boxes.image_size import as_image_size
from truebox.overlap.formula_overlap import (
    FormulaMeasure,
    FormulaOptions,
    elementwise_by_formula,
    pairwise_by_formula,
)
from truebox.typing import Pixels

__all__ = ["elementwise_mpdiou", "pairwise_mpdiou"]


def pairwise_mpdiou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: str = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float],
    out: Any = None,
) -> Any:
    """Minimum-point-distance IoU of every box of `boxes_a` with every box of `boxes_b`.

    IoU less the squared distances of both pairs of corners over the squared diagonal of the image (Ma and Xu,
    2023); see `truebox.formulas.mpdiou`.

    Parameters
    ----------
    boxes_a, boxes_b : array-like [N, 4], [M, 4]
        Of NumPy, PyTorch, JAX, TensorFlow, CuPy, or lists.
    box_format, pixels
        As in `truebox.pairwise_iou`.
    image_size : (width, height)
        Needed with every format: its diagonal divides.
    out : array [N, M], optional
        Where to write, for NumPy: C-contiguous, of the result's dtype.

    Returns
    -------
    array [N, M]
        Values in (-2, 1] for boxes inside the image, at most the IoU.
        Dtypes as in `truebox.pairwise_iou`.

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option.
    InputError
        For a coordinate that is not finite or a box with a negative extent, in NumPy arrays and lists.

    Examples
    --------
    >>> from truebox.overlap import pairwise_mpdiou
    >>> pairwise_mpdiou([[0, 0, 4, 4]], [[2, 2, 6, 6], [4, 0, 8, 4], [0, 0, 4, 4]], image_size=(640, 480))
    array([[ 1.42832143e-01, -5.00000000e-05,  1.00000000e+00]])
    """
    options = FormulaOptions(box_format=box_format, pixels=pixels, image_size=image_size, out=out)
    return pairwise_by_formula(_measure(image_size), boxes_a, boxes_b, options)


def elementwise_mpdiou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: str = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float],
    out: Any = None,
) -> Any:
    """Minimum-point-distance IoU of each box of `boxes_a` with the box of `boxes_b` in the same row.

    Parameters
    ----------
    boxes_a, boxes_b : array-like [N, 4]
        As many boxes on either side.
    box_format, pixels, image_size
        As in `pairwise_mpdiou`.
    out : array [N], optional
        Where to write, for NumPy: C-contiguous, of the result's dtype.

    Returns
    -------
    array [N]
        Values as in `pairwise_mpdiou`.

    Raises
    ------
    ArgumentError, InputError
        As in `pairwise_mpdiou`, and for sides of different length.

    Examples
    --------
    >>> from truebox.overlap import elementwise_mpdiou
    >>> elementwise_mpdiou([[0, 0, 4, 4]], [[2, 2, 6, 6]], image_size=(640, 480))
    array([0.14283214])
    """
    options = FormulaOptions(box_format=box_format, pixels=pixels, image_size=image_size, out=out)
    return elementwise_by_formula(_measure(image_size), boxes_a, boxes_b, options)


def _measure(image_size: Sequence[float]) -> FormulaMeasure:
    width, height = as_image_size(image_size)
    lengths = {"image_width": width, "image_height": height}
    return FormulaMeasure(formula=formulas.mpdiou, takes_size_always=True, lengths=lengths)
