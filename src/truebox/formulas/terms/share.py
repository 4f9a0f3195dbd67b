"""A part of a whole that is nothing where the whole is."""

from __future__ import annotations

from typing import Any

from truebox.formulas.terms.quotient import quotient

__all__ = ["share"]


def share(xp: Any, part: Any, whole: Any) -> Any:
    """`truebox.formulas.quotient` of a part that is 0 wherever the whole is not positive.

    Parameters
    ----------
    xp : module
        The array library: ``where``, ``ones_like`` are used, or its own ``share``.
    part, whole : array [...]
        Of the same shape.

    Returns
    -------
    array [...]

    Examples
    --------
    >>> import numpy as np
    >>> share(np, np.array([1.0, 0.0]), np.array([4.0, 0.0]))
    array([0.25, 0.  ])
    """
    own = getattr(xp, "share", None)
    return quotient(xp, part, whole) if own is None else own(part, whole)
