"""A part divided by a whole that may be nothing."""

from __future__ import annotations

from typing import Any

__all__ = ["quotient"]


def quotient(xp: Any, part: Any, whole: Any) -> Any:
    """``part / whole``, and `part` itself (which is 0 then) where the whole is not positive.

    The divisor is replaced before dividing, so that no library warns and no gradient becomes NaN. NaN in
    `part` stays NaN: a training run that has gone wrong must show it.

    Parameters
    ----------
    xp : module
        The array library: ``where``, ``ones_like`` are used, or its own ``quotient``.
    part, whole : array [...]
        Of the same shape.

    Returns
    -------
    array [...]

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> formulas.quotient(np, np.array([1.0, 0.0]), np.array([4.0, 0.0]))
    array([0.25, 0.  ])
    """
    own = getattr(xp, "quotient", None)
    if own is not None:
        return own(part, whole)
    return part / xp.where(whole > 0, whole, xp.ones_like(whole))
