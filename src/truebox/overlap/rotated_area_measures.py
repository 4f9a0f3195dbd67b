"""Rotated boxes: the share of the first that the second covers, and IoU with the hull of both."""

from __future__ import annotations

from typing import Any

from numpy import ndarray

from truebox import formulas
from truebox._typed import pair_measure
from truebox.boxes.rotated.rotation import AngleUnit, TurningDirection
from truebox.overlap.pairs.number_rows import ROTATED
from truebox.overlap.row_measure import RowMeasure
from truebox.overlap.ways.gaussian import by_compiled_formula

__all__ = [
    "elementwise_rotated_giou",
    "elementwise_rotated_ioa",
    "pairwise_rotated_giou",
    "pairwise_rotated_ioa",
]

_ROTATED_IOA = RowMeasure(
    formula=formulas.rotated_ioa,
    columns=ROTATED,
    in_memory=by_compiled_formula("rotated_ioa"),
    kernel="rotated_ioa",
)
_ROTATED_GIOU = RowMeasure(
    formula=formulas.rotated_giou,
    columns=ROTATED,
    in_memory=by_compiled_formula("rotated_giou"),
    kernel="rotated_giou",
)


@pair_measure
def pairwise_rotated_ioa(
    boxes_a: Any,
    boxes_b: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    threads: int | None = None,
) -> Any:
    """Share of each rotated box of `boxes_a` that each of `boxes_b` covers: [N, M], in [0, 1].

    With the image as `boxes_b` it is the part of a box that lies in the image. A box without area has 0.
    Boxes, options and errors as in `pairwise_rotated_iou`.

    Examples
    --------
    >>> from truebox.overlap import pairwise_rotated_ioa
    >>> image = [[50, 50, 100, 100, 0]]
    >>> pairwise_rotated_ioa([[0, 50, 20, 8, 180]], image, unit="degrees", direction="clockwise").round(9)
    array([[0.5]])
    """
    pairwise = _ROTATED_IOA.pairwise_of_arrays if type(boxes_a) is ndarray else _ROTATED_IOA.pairwise
    return pairwise(boxes_a, boxes_b, unit, direction, threads)


@pair_measure
def elementwise_rotated_ioa(
    boxes_a: Any,
    boxes_b: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    threads: int | None = None,
) -> Any:
    """Share of each rotated box of `boxes_a` that the one of `boxes_b` in the same row covers: [N].

    Boxes, options, values and errors as of `pairwise_rotated_ioa`; as many boxes on either side.

    Examples
    --------
    >>> from truebox.overlap import elementwise_rotated_ioa
    >>> a, b = [[0, 0, 4, 2, 0.5]], [[0, 0, 8, 4, 0.5]]
    >>> elementwise_rotated_ioa(a, b, unit="radians", direction="clockwise").round(9)
    array([1.])
    """
    elementwise = _ROTATED_IOA.elementwise_of_arrays if type(boxes_a) is ndarray else _ROTATED_IOA.elementwise
    return elementwise(boxes_a, boxes_b, unit, direction, threads)


@pair_measure
def pairwise_rotated_giou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    threads: int | None = None,
) -> Any:
    """Generalized IoU of every rotated box of `boxes_a` with every one of `boxes_b`: [N, M], in (-1, 1].

    IoU less the share of their convex hull that neither covers; for upright boxes too the hull is the convex
    one, so that it may be above `pairwise_giou`. Boxes, options and errors as in `pairwise_rotated_iou`.

    Examples
    --------
    >>> from truebox.overlap import pairwise_rotated_giou
    >>> a, b = [[0, 0, 1, 1, 0]], [[0, 0, 1, 1, 90], [2, 0, 1, 1, 0]]
    >>> pairwise_rotated_giou(a, b, unit="degrees", direction="clockwise").round(4)
    array([[ 1.    , -0.3333]])
    """
    pairwise = _ROTATED_GIOU.pairwise_of_arrays if type(boxes_a) is ndarray else _ROTATED_GIOU.pairwise
    return pairwise(boxes_a, boxes_b, unit, direction, threads)


@pair_measure
def elementwise_rotated_giou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    threads: int | None = None,
) -> Any:
    """Generalized IoU of each rotated box of `boxes_a` with the one of `boxes_b` in the same row: [N].

    Boxes, options, values and errors as of `pairwise_rotated_giou`; as many boxes on either side.

    Examples
    --------
    >>> from truebox.overlap import elementwise_rotated_giou
    >>> a, b = [[0, 0, 1, 1, 0]], [[2, 0, 1, 1, 0]]
    >>> elementwise_rotated_giou(a, b, unit="degrees", direction="clockwise").round(4)
    array([-0.3333])
    """
    measure = _ROTATED_GIOU
    elementwise = measure.elementwise_of_arrays if type(boxes_a) is ndarray else measure.elementwise
    return elementwise(boxes_a, boxes_b, unit, direction, threads)
