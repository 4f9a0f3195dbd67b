"""What the measures of normal distributions have in common: angles to radians, pairs in steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.overlap.number_rows import ROTATED, as_rotated_rows, refuse_unequal_lengths
from truebox.overlap.rotation import Rotation, as_rotation
from truebox.overlap.row_library import rows_of_library
from truebox.overlap.row_pairs import RowOptions

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["elementwise_gaussian", "pairwise_gaussian"]

# Pairs of one step: some twenty temporary columns of it stay in the second-level cache.
_STEP = 2**14


def pairwise_gaussian(
    formula: Callable[..., Any], boxes_a: Any, boxes_b: Any, unit: str, direction: str
) -> Any:
    """[N, M] by a formula ``f(xp, a, b)`` of rotated boxes; over NumPy, memory beside the answer is small.

    Examples
    --------
    >>> from truebox import formulas
    >>> pairwise_gaussian(formulas.probiou, [[0, 0, 4, 2, 0]], [[0, 0, 4, 2, 180]], "degrees", "clockwise")
    array([[1.]])
    """
    rotation = as_rotation(unit, direction)

    def in_steps(rows_a: Any, rows_b: Any) -> FloatArray:
        a, b = _radians(rows_a, rows_b, rotation)
        out = np.empty((len(a), len(b)))
        step = max(1, _STEP // max(1, len(b)))
        # Far apart or without size the formulas overflow on the way to their limit, which is 0.
        with np.errstate(over="ignore", invalid="ignore"):
            for begin in range(0, len(a) if len(b) else 0, step):
                out[begin : begin + step] = formula(np, a[begin : begin + step, None], b)
        return out

    options = RowOptions(columns=ROTATED, rotation=rotation, pairwise=True)
    answer = rows_of_library(formula, in_steps, boxes_a, boxes_b, options)
    return in_steps(boxes_a, boxes_b) if answer is None else answer


def elementwise_gaussian(
    formula: Callable[..., Any], boxes_a: Any, boxes_b: Any, unit: str, direction: str
) -> Any:
    """[N] by a formula ``f(xp, a, b)`` of rotated boxes.

    Examples
    --------
    >>> from truebox import formulas
    >>> elementwise_gaussian(formulas.gwd, [[0, 0, 4, 2, 0]], [[0, 0, 2, 4, 90]], "degrees", "clockwise")
    array([1.])
    """
    rotation = as_rotation(unit, direction)

    def at_once(rows_a: Any, rows_b: Any) -> FloatArray:
        a, b = _radians(rows_a, rows_b, rotation)
        refuse_unequal_lengths(len(a), len(b), "boxes", "boxes")
        with np.errstate(over="ignore", invalid="ignore"):
            return np.asarray(formula(np, a, b))

    options = RowOptions(columns=ROTATED, rotation=rotation, pairwise=False)
    answer = rows_of_library(formula, at_once, boxes_a, boxes_b, options)
    return at_once(boxes_a, boxes_b) if answer is None else answer


def _radians(boxes_a: Any, boxes_b: Any, rotation: Rotation) -> tuple[FloatArray, FloatArray]:
    a = as_rotated_rows(boxes_a, ROTATED, "boxes_a")
    b = as_rotated_rows(boxes_b, ROTATED, "boxes_b")
    return rotation.in_radians(a), rotation.in_radians(b)
