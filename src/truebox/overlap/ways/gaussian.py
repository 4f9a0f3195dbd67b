"""Rotated boxes taken as normal distributions: angles to radians, pairs in steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.overlap.pairs.number_rows import as_rotated_rows, refuse_unequal_lengths
from truebox.overlap.pairs.row_pairs import RowOptions

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["as_gaussians"]

# Pairs of one step: some twenty temporary columns of it stay in the second-level cache.
_STEP = 2**14


def as_gaussians(
    formula: Callable[..., Any], boxes_a: Any, boxes_b: Any, options: RowOptions, _workers: int
) -> FloatArray:
    """[N, M] or [N] by a formula ``f(xp, a, b)`` over NumPy, in which one thread works."""
    rows_a = _radians(boxes_a, options, "boxes_a")
    rows_b = _radians(boxes_b, options, "boxes_b")
    # Far apart or without size the formulas overflow on the way to their limit, which is 0.
    with np.errstate(over="ignore", invalid="ignore"):
        if options.pairwise:
            return _in_steps(formula, rows_a, rows_b)
        refuse_unequal_lengths(len(rows_a), len(rows_b), "boxes", "boxes")
        return np.asarray(formula(np, rows_a, rows_b))


def _in_steps(formula: Callable[..., Any], rows_a: FloatArray, rows_b: FloatArray) -> FloatArray:
    out = np.empty((len(rows_a), len(rows_b)))
    step = max(1, _STEP // max(1, len(rows_b)))
    for begin in range(0, len(rows_a) if len(rows_b) else 0, step):
        out[begin : begin + step] = formula(np, rows_a[begin : begin + step, None], rows_b)
    return out


def _radians(boxes: Any, options: RowOptions, name: str) -> FloatArray:
    rows = as_rotated_rows(boxes, options.columns, name)
    return rows if options.rotation is None else options.rotation.in_radians(rows)
