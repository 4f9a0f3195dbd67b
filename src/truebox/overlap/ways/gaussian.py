"""Formulas of rotated boxes over rows in memory: compiled, or pairs in steps with NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._native import overlap as native
from truebox.boxes.rotated.rotation import Rotation
from truebox.overlap.pairs.number_rows import as_rotated_rows, refuse_unequal_lengths
from truebox.overlap.pairs.row_pairs import RowOptions

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["as_gaussians", "by_compiled_formula"]

# Pairs of one step: some twenty temporary columns of it stay in the second-level cache.
_STEP = 2**14


def by_compiled_formula(kernel: str) -> Callable[..., FloatArray]:
    """What `RowMeasure` asks for its values in memory: the native function of that name, which has the bits
    of the formula, or the formula itself where numbers are too large for it.
    """
    compiled = {True: native.kernel(f"pairwise_{kernel}"), False: native.kernel(f"elementwise_{kernel}")}

    def in_memory(
        formula: Callable[..., Any], boxes_a: Any, boxes_b: Any, options: RowOptions, workers: int
    ) -> FloatArray:
        rows_a = as_rotated_rows(boxes_a, options.columns, "boxes_a")
        rows_b = as_rotated_rows(boxes_b, options.columns, "boxes_b")
        turns = options.rotation or Rotation(degrees=False, from_y_to_x=False)
        unit, direction = (
            "degrees" if turns.degrees else "radians",
            "y_to_x" if turns.from_y_to_x else "x_to_y",
        )
        found: FloatArray | None = compiled[options.pairwise](
            rows_a, rows_b, unit, direction, workers or None
        )
        return as_gaussians(formula, rows_a, rows_b, options, workers) if found is None else found

    return in_memory


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
