"""The native kernels of rotated boxes and of boxes in space, with the rows as they need them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._native import overlap as native
from truebox.boxes.rotated.rotation import Rotation
from truebox.errors import InputError
from truebox.overlap.pairs.number_rows import as_number_rows, as_rotated_rows, refuse_unequal_lengths
from truebox.overlap.pairs.row_pairs import RowOptions

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["CORNERS", "by_rotated_kernel", "by_space_kernel"]

CORNERS = ("x_min", "y_min", "z_min", "x_max", "y_max", "z_max")


def by_rotated_kernel(
    _formula: Callable[..., Any], boxes_a: Any, boxes_b: Any, options: RowOptions, workers: int
) -> FloatArray:
    """[N, M] or [N] of rotated boxes, flat or upright in space."""
    a = as_rotated_rows(boxes_a, options.columns, "boxes_a")
    b = as_rotated_rows(boxes_b, options.columns, "boxes_b")
    turns = options.rotation or Rotation(degrees=False, from_y_to_x=False)
    out: FloatArray
    if options.pairwise:
        out = np.zeros((len(a), len(b)))
        native.pairwise_rotated(a, b, turns.degrees, turns.from_y_to_x, workers, out)
    else:
        refuse_unequal_lengths(len(a), len(b), "boxes", "boxes")
        out = np.empty(len(a))
        native.elementwise_rotated(a, b, turns.degrees, turns.from_y_to_x, workers, out)
    return out


def by_space_kernel(
    _formula: Callable[..., Any], boxes_a: Any, boxes_b: Any, options: RowOptions, workers: int
) -> FloatArray:
    """[N, M] or [N] of axis-aligned boxes in space."""
    a, b = _scaled(_ordered_rows(boxes_a, "boxes_a"), _ordered_rows(boxes_b, "boxes_b"))
    out: FloatArray
    if options.pairwise:
        out = np.empty((len(a), len(b)))
        native.pairwise_space(a, b, workers, out)
    else:
        refuse_unequal_lengths(len(a), len(b), "boxes", "boxes")
        out = np.empty(len(a))
        native.elementwise_space(a, b, workers, out)
    return out


def _ordered_rows(boxes: Any, name: str) -> FloatArray:
    rows = as_number_rows(boxes, CORNERS, name)
    swapped = rows[:, 3:] < rows[:, :3]
    if swapped.any():
        row = int(np.argmax(swapped.any(axis=1)))
        axis = int(np.argmax(swapped[row]))
        raise InputError(
            "E-191",
            f"{name}[{row}]",
            f"{CORNERS[axis + 3]} {rows[row, axis + 3]:.12g} < {CORNERS[axis]} {rows[row, axis]:.12g}",
            "write both corners, smaller coordinates first",
            row=row,
        )
    return rows


def _scaled(a: FloatArray, b: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Both times one power of two where volumes would overflow or vanish; that changes no IoU."""
    largest = max(float(np.abs(rows).max(initial=0.0)) for rows in (a, b))
    if largest == 0 or 1e-45 <= largest <= 1e45:
        return a, b
    exponent = -int(np.frexp(largest)[1])
    return np.ldexp(a, exponent), np.ldexp(b, exponent)
