"""F: how well the outlines of two masks fit, within a tolerance.

Source: F. Perazzi et al., A Benchmark Dataset and Evaluation Methodology for Video Object Segmentation, 2016;
D. Martin et al., Learning to Detect Natural Image Boundaries, 2004.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import AnyArray, BoolArray

__all__ = ["outline", "outline_fit", "outline_tolerance"]

_TOLERANCE = 0.008


def outline_tolerance(size: tuple[int, int]) -> int:
    """How far outlines may be apart: 0.008 of the diagonal of the picture, in whole pixels, rounded up.

    Examples
    --------
    >>> outline_tolerance((480, 854))
    8
    """
    return math.ceil(_TOLERANCE * float(np.linalg.norm(size)))


def outline(mask: BoolArray) -> BoolArray:
    """Pixels that differ from the one to the right, below, or both; at the right and lower edge along it.

    Examples
    --------
    >>> outline(np.array([[0, 0, 0], [0, 1, 0], [0, 0, 0]], dtype=bool)).astype(int).tolist()
    [[1, 1, 0], [1, 1, 0], [0, 0, 0]]
    """
    found = np.zeros_like(mask)
    found[:, :-1] = mask[:, :-1] ^ mask[:, 1:]
    found[:-1] |= mask[:-1] ^ mask[1:]
    found[:-1, :-1] |= mask[:-1, :-1] ^ mask[1:, 1:]
    return found


def outline_fit(first: BoolArray, second: BoolArray, tolerance: int) -> float:
    """F of two masks: the harmonic mean of how much of each outline lies near the other.

    Parameters
    ----------
    first, second : bool arrays [H, W]
        The prediction and the truth; the measure is the same for both orders, up to rounding.
    tolerance : int
        Largest distance of two pixels that are near.

    Returns
    -------
    float
        1 where neither has an outline, 0 where one has none.

    Examples
    --------
    >>> mask = np.zeros((9, 9), dtype=bool)
    >>> mask[2:5, 2:5] = True
    >>> outline_fit(mask, np.roll(mask, 1, axis=1), 1), outline_fit(mask, np.zeros_like(mask), 1)
    (1.0, 0.0)
    """
    one, other = outline(first), outline(second)
    count, other_count = int(one.sum()), int(other.sum())
    if not count and not other_count:
        return 1.0
    if not count or not other_count:
        return 0.0
    one, other = _window(one, other, tolerance)
    precision = int((one & _widened(other, tolerance)).sum()) / count
    recall = int((other & _widened(one, tolerance)).sum()) / other_count
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _window(one: BoolArray, other: BoolArray, margin: int) -> tuple[BoolArray, BoolArray]:
    """Both, cut to what holds their pixels."""
    both = one | other
    rows, columns = np.flatnonzero(both.any(axis=1)), np.flatnonzero(both.any(axis=0))
    cut = np.s_[
        max(0, rows[0] - margin) : rows[-1] + margin + 1,
        max(0, columns[0] - margin) : columns[-1] + margin + 1,
    ]
    return one[cut], other[cut]


def _widened(pixels: BoolArray, radius: int) -> BoolArray:
    """Every pixel no farther than the radius from one of these."""
    height, width = pixels.shape
    sums: AnyArray = np.zeros((height, width + 1), dtype=np.int32)
    np.cumsum(pixels, axis=1, out=sums[:, 1:])
    places = np.arange(width)
    found = np.zeros_like(pixels)
    for dy in range(min(radius, height - 1) + 1):
        reach = math.isqrt(radius * radius - dy * dy)
        high, low = np.minimum(places + reach + 1, width), np.maximum(places - reach, 0)
        near = sums[:, high] > sums[:, low]
        found[dy:] |= near[: height - dy]
        found[: height - dy] |= near[dy:]
    return found
