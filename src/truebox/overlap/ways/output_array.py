"""What an array given as ``out`` must be."""

from __future__ import annotations

from typing import Any

import numpy as np

from truebox.errors import ArgumentError

__all__ = ["check_output"]


def check_output(out: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
    """Refuse an `out` that cannot take an answer of `shape` and `dtype` in place.

    Raises
    ------
    ArgumentError
        Saying what it must be and what it is.
    """
    wanted = f"out must be a writeable, C-contiguous NumPy array of shape {shape} and dtype {dtype}"
    if type(out) is not np.ndarray:
        raise ArgumentError(f"{wanted}; it is a {type(out).__name__}")
    if out.shape != shape:
        raise ArgumentError(f"{wanted}; its shape is {out.shape}")
    if out.dtype != dtype or not out.dtype.isnative:
        raise ArgumentError(f"{wanted}; its dtype is {out.dtype}")
    if not out.flags.writeable:
        raise ArgumentError(f"{wanted}; it is read-only")
    if not out.flags.c_contiguous or not out.flags.aligned:
        raise ArgumentError(f"{wanted}; it is not C-contiguous")
