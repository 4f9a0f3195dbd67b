"""Normalised Wasserstein distance of arrays of boxes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebox import formulas
from truebox.errors import ArgumentError
from truebox.overlap.formula_overlap import (
    FormulaMeasure,
    FormulaOptions,
    elementwise_by_formula,
    pairwise_by_formula,
)
from truebox.typing import Pixels

__all__ = ["elementwise_nwd", "pairwise_nwd"]


def pairwise_nwd(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: str = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    constant: float = 12.8,
    out: Any = None,
) -> Any:
    """Normalised Wasserstein distance of every box of `boxes_a` with every box of `boxes_b`.

    Likeness of two boxes taken as Gaussians, made for tiny objects (Wang et al., 2021); see
    `truebox.formulas.nwd`.

    Parameters
    ----------
    boxes_a, boxes_b : array-like [N, 4], [M, 4]
        Of NumPy, PyTorch, JAX, TensorFlow, CuPy, or lists.
    box_format, pixels
        As in `truebox.pairwise_iou`.
    image_size : (width, height), optional
        Needed with the ``rel_`` formats, and only there: the measure depends on the shape of the image.
    constant : float
        A length of the order of the objects' sizes, in the unit of the boxes (pixels for ``rel_``).
    out : array [N, M], optional
        Where to write, for NumPy: C-contiguous, of the result's dtype.

    Returns
    -------
    array [N, M]
        Values in [0, 1]; 1 for equal boxes, even without area.
        Dtypes as in `truebox.pairwise_iou`.

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option.
    InputError
        For a coordinate that is not finite or a box with a negative extent, in NumPy arrays and lists.

    Examples
    --------
    >>> from truebox.overlap import pairwise_nwd
    >>> pairwise_nwd([[0, 0, 4, 4]], [[2, 2, 6, 6], [4, 0, 8, 4], [0, 0, 4, 4]])
    array([[0.80174004, 0.73161563, 1.        ]])
    """
    options = FormulaOptions(box_format=box_format, pixels=pixels, image_size=image_size, out=out)
    return pairwise_by_formula(_measure(constant), boxes_a, boxes_b, options)


def elementwise_nwd(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: str = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    constant: float = 12.8,
    out: Any = None,
) -> Any:
    """Normalised Wasserstein distance of each box of `boxes_a` with the box of `boxes_b` in the same row.

    Parameters
    ----------
    boxes_a, boxes_b : array-like [N, 4]
        As many boxes on either side.
    box_format, pixels, image_size, constant
        As in `pairwise_nwd`.
    out : array [N], optional
        Where to write, for NumPy: C-contiguous, of the result's dtype.

    Returns
    -------
    array [N]
        Values as in `pairwise_nwd`.

    Raises
    ------
    ArgumentError, InputError
        As in `pairwise_nwd`, and for sides of different length.

    Examples
    --------
    >>> from truebox.overlap import elementwise_nwd
    >>> elementwise_nwd([[0, 0, 4, 4]], [[2, 2, 6, 6]])
    array([0.80174004])
    """
    options = FormulaOptions(box_format=box_format, pixels=pixels, image_size=image_size, out=out)
    return elementwise_by_formula(_measure(constant), boxes_a, boxes_b, options)


def _measure(constant: float) -> FormulaMeasure:
    if not constant > 0:
        raise ArgumentError(
            f"constant is {constant!r}; expected a length above 0, such as the mean size of the objects"
        )
    return FormulaMeasure(formula=formulas.nwd, lengths={"constant": float(constant)})
