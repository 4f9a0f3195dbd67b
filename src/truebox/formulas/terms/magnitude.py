"""Magnitude of a number, with one slope at 0 in every library."""

from __future__ import annotations

from typing import Any

__all__ = ["magnitude"]


def magnitude(xp: Any, value: Any) -> Any:
    """``abs(value)``, whose slope at 0 is 0: PyTorch and TensorFlow have that, JAX has 1.

    Parameters
    ----------
    xp : module
        The array library: ``abs``, ``where``, ``zeros_like`` are used.
    value : array [...]
        Real numbers.

    Returns
    -------
    array [...]

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> formulas.magnitude(np, np.array([-2.0, 0.0, 3.0]))
    array([2., 0., 3.])
    """
    return xp.where(value == 0, xp.zeros_like(value), xp.abs(value))
