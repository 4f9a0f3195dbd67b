"""A factor that keeps products of huge coordinates finite, and is 1 for all others."""

from __future__ import annotations

from typing import Any

from truebox.arrays import ArrayLibrary

__all__ = ["pair_scale"]

# Above the limit a product of two extents could overflow; the factor brings the largest number of the dtype
# below it. Both are powers of two, so no digit changes.
_LIMITS = {"float32": (2.0**60, 2.0**-70), "float64": (2.0**500, 2.0**-530)}


def pair_scale(library: ArrayLibrary, a: Any, b: Any, dtype: str, *, pairwise: bool) -> Any | None:
    """Factor [..., N, M] or [...] for the coordinates of each pair, or None where no box is surely huge.

    Measures that are ratios do not change when both boxes of a pair are scaled alike. A factor for each pair,
    not one for all: one box with absurd coordinates must not cost the others their digits.

    Parameters
    ----------
    library : ArrayLibrary
        That of the boxes.
    a, b : array [..., 4]
        Boxes in any format, in `dtype`.
    dtype : str
        float32 or float64.
    pairwise : bool
        Whether every row of `a` meets every row of `b`.
    """
    limit, factor = _LIMITS[dtype]
    if library.known_below(a, limit) and library.known_below(b, limit):
        return None
    xp = library.xp
    largest_a = xp.amax(xp.abs(library.stop_gradient(a)), -1)
    largest_b = xp.amax(xp.abs(library.stop_gradient(b)), -1)
    if pairwise:
        largest_a, largest_b = largest_a[..., None], largest_b[..., None, :]
    one = xp.ones_like(largest_a) * xp.ones_like(largest_b)
    return xp.where(largest_a > limit, one * factor, xp.where(largest_b > limit, one * factor, one))
