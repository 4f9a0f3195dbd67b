"""What the functions of this room take, checked once: a matrix of real numbers, and columns beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.arrays import fetched
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.typing import BoolArray, FloatArray

__all__ = ["as_flags", "as_real_matrix"]


def as_real_matrix(values: Any, name: str) -> FloatArray:
    """A matrix [N, M] as contiguous float64; an empty list is [0, 0]."""
    there = fetched(values, name)
    try:
        array = np.asarray(there)
    except ValueError:
        raise ArgumentError(f"{name} has rows of different lengths") from None
    if array.size == 0 and array.ndim == 1:
        return np.empty((0, 0))
    if array.ndim != 2:
        raise ArgumentError(f"{name} has shape {array.shape}; expected [N, M]")
    if array.dtype.kind not in "fiub":
        raise ArgumentError(f"{name} has dtype {array.dtype}; expected real numbers")
    return np.ascontiguousarray(array, dtype=np.float64)


def as_flags(values: Any, count: int, name: str) -> BoolArray | None:
    """Flags [count], or None."""
    if values is None:
        return None
    array = np.asarray(fetched(values, name))
    if array.shape != (count,):
        raise ArgumentError(f"{name} has shape {array.shape}; expected ({count},), one per column")
    if array.dtype.kind not in "biu" and array.size:
        raise ArgumentError(f"{name} has dtype {array.dtype}; expected booleans")
    return np.ascontiguousarray(array, dtype=np.bool_)
