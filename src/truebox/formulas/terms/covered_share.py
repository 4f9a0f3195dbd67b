"""A shared part over all that either of two boxes covers."""

from __future__ import annotations

from typing import Any

from truebox.formulas.terms.not_negative import not_negative
from truebox.formulas.terms.share import share

__all__ = ["covered_share"]


def covered_share(xp: Any, width: Any, height: Any, both: Any) -> Any:
    """``shared / (both - shared)`` of the sides of what two boxes share; 0 where a side is not positive.

    Parameters
    ----------
    xp : module
        The array library: ``where``, ``zeros_like``, ``ones_like`` are used, or its own
        ``covered_share``, which is given this formula, has its values and slopes, and takes fewer operations.
    width, height : array [...]
        Sides of the shared part; negative for boxes that are apart.
    both : array [...]
        The sum of the two areas.

    Returns
    -------
    array [...]

    Examples
    --------
    >>> import numpy as np
    >>> covered_share(np, np.array([2.0, -2.0]), np.array([2.0, -2.0]), np.array([32.0, 32.0]))
    array([0.14285714, 0.        ])
    """
    own = getattr(xp, "covered_share", None)
    return (
        _covered_share(xp, width, height, both) if own is None else own(_covered_share, width, height, both)
    )


def _covered_share(xp: Any, width: Any, height: Any, both: Any) -> Any:
    shared = not_negative(xp, width) * not_negative(xp, height)
    return share(xp, shared, both - shared)
