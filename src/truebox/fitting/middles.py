"""Medians of few numbers, for looks that every run takes: `numpy.median` loads `numpy.ma`, in 8 ms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["middle"]


def middle(values: FloatArray) -> FloatArray:
    """The median along the first axis, with the bits of `numpy.median`; there must be a number, and no NaN.

    Examples
    --------
    >>> middle(np.array([[4.0, 1], [2, 9], [3, 5], [8, 7]]))
    array([3.5, 6. ])
    """
    half = len(values) // 2
    if len(values) % 2:
        odd: FloatArray = np.partition(values, half, axis=0)[half]
        return odd
    even: FloatArray = np.partition(values, (half - 1, half), axis=0)[half - 1 : half + 1].mean(axis=0)
    return even
