"""A factor that keeps products of huge coordinates finite, and is 1 for all others."""

from __future__ import annotations

from typing import Any

from truebox._native import overlap as native
from truebox.arrays import ArrayLibrary

__all__ = ["LIMITS", "are_of_one_shape", "extent_scale", "pair_scale", "scaled_rows"]

# Above the limit a product of two extents could overflow; the factor brings the largest number of the dtype
# below it. Both are powers of two, so no digit changes.
LIMITS = {"float32": (2.0**60, 2.0**-70), "float64": (2.0**500, 2.0**-530)}


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
    limit, factor = LIMITS[dtype]
    if _is_below(library, a, limit) and _is_below(library, b, limit):
        return None
    xp = library.xp
    if pairwise:
        largest_a = xp.amax(xp.abs(library.stop_gradient(a)), -1)[..., None]
        largest_b = xp.amax(xp.abs(library.stop_gradient(b)), -1)[..., None, :]
        huge_a, huge_b = largest_a > limit, largest_b > limit
        one = xp.ones_like(largest_a) * xp.ones_like(largest_b)
    else:
        huge_a, huge_b = library.reaches_beyond(a, limit), library.reaches_beyond(b, limit)
        one = xp.ones_like(a[..., 0]) * xp.ones_like(b[..., 0])
    return xp.where(huge_a, one * factor, xp.where(huge_b, one * factor, one))


def extent_scale(library: ArrayLibrary, a: Any, b: Any, dtype: str) -> Any:
    """Factor [...] for corners [..., 4] that meet row by row, of measures that see areas alone.

    Looked at is how far each box reaches from where the other begins, which for boxes that overlap is the sum
    of their sides, not where they lie: of a pair half as many operations as `pair_scale`. Sides that sum up
    to eight times the limit have areas of less than a sixteenth of what overflows. Of boxes that are apart
    the sum may be anything, and their overlap is 0 with either factor; where it is NaN, they are farther
    apart than the largest number, and scaled.

    Examples
    --------
    >>> import numpy as np
    >>> rows = np.array([[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 2.0**70, 1.0]], dtype=np.float32)
    >>> extent_scale(ArrayLibrary(), rows, rows, "float32").tolist()
    [1.0, 8.470329472543003e-22]
    """
    limit, factor = LIMITS[dtype]
    a0, a1, a2, a3 = library.columns(library.stop_gradient(a))
    b0, b1, b2, b3 = library.columns(library.stop_gradient(b))
    reach = ((b2 - a0) + (b3 - a1)) + ((a2 - b0) + (a3 - b1))
    one = library.xp.ones_like(reach)
    return library.xp.where(reach <= 8 * limit, one, one * factor)


def _is_below(library: ArrayLibrary, array: Any, limit: float) -> bool:
    """`ArrayLibrary.known_below`; of what lies in memory the kernel looks in one pass."""
    view = library.values_in_memory(array)
    below = None if view is None else native.are_below(view, limit)
    return library.known_below(array, limit) if below is None else below


def are_of_one_shape(library: ArrayLibrary, a: Any, b: Any) -> bool:
    """Whether boxes surely meet one with one: where a side stretches, the ways differ in shape.

    Examples
    --------
    >>> import numpy as np
    >>> some, one = np.zeros((3, 5, 4)), np.zeros((1, 5, 4))
    >>> are_of_one_shape(ArrayLibrary(), some, some), are_of_one_shape(ArrayLibrary(), some, one)
    (True, False)
    """
    shape = library.shape(a)
    return shape is not None and (len(shape) == 2 or (shape == library.shape(b) and None not in shape))


def scaled_rows(library: ArrayLibrary, a: Any, b: Any, dtype: str) -> tuple[Any, Any, Any] | None:
    """Boxes [..., 4] that meet row by row, `ArrayLibrary.scaled`, and their factor; None where no box is
    surely huge.

    A library that branches in a graph scales when it runs, and only if a box is huge then.

    Examples
    --------
    >>> import numpy as np
    >>> huge = np.array([[0.0, 0.0, 2.0**70, 2.0**70]], dtype=np.float32)
    >>> a, b, scale = scaled_rows(ArrayLibrary(), huge, huge, "float32")
    >>> a.tolist(), scale.tolist()
    ([[0.0, 0.0, 1.0, 1.0]], [8.470329472543003e-22])
    """

    def scaled() -> tuple[Any, Any, Any] | None:
        scale = pair_scale(library, a, b, dtype, pairwise=False)
        return None if scale is None else (library.scaled(a, scale), library.scaled(b, scale), scale)

    def as_they_are(*_: Any) -> tuple[Any, Any, Any]:
        return a, b, library.xp.ones_like(a[..., 0])

    if not (library.branches and are_of_one_shape(library, a, b)):
        return scaled()
    ways: tuple[Any, Any, Any] = library.unless_huge((a, b), LIMITS[dtype][0], as_they_are, scaled)
    return ways
