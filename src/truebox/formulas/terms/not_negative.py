"""A length or an area that is nothing below nothing."""

from __future__ import annotations

from typing import Any

__all__ = ["not_negative"]


def not_negative(xp: Any, value: Any) -> Any:
    """`value`, and 0 where it is negative.

    Compared this way round, NaN stays NaN, and what is exactly 0 still has a gradient: boxes that touch are
    drawn to each other.

    Parameters
    ----------
    xp : module
        The array library: ``where``, ``zeros_like`` are used, or its own ``not_negative``.
    value : array [...]
        Lengths, areas, or differences of them.

    Returns
    -------
    array [...]

    Examples
    --------
    >>> import numpy as np
    >>> not_negative(np, np.array([-1.0, 0.0, 2.0, np.nan]))
    array([ 0.,  0.,  2., nan])
    """
    own = getattr(xp, "not_negative", None)
    return xp.where(value < 0, xp.zeros_like(value), value) if own is None else own(value)
