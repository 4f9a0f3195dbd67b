"""Share of a rotated box that another covers."""

from __future__ import annotations

from typing import Any

from truebox.formulas.rotated.intersection import rotated_areas
from truebox.formulas.terms.quotient import quotient

__all__ = ["rotated_ioa"]


def rotated_ioa(xp: Any, a: Any, b: Any) -> Any:
    """Shared area of rotated boxes divided by the area of `a`.

    Parameters
    ----------
    xp, a, b
        As for `truebox.formulas.rotated_iou`: the angle is in radians.

    Returns
    -------
    array [...]
        Values in [0, 1]; 0 where `a` has no area.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> tile, image = np.array([0, 0, 4, 2, 0.0]), np.array([2, 0, 4, 4, np.pi / 2])
    >>> float(formulas.rotated_ioa(np, tile, image).round(12))
    0.5
    """
    area_a, _, shared = rotated_areas(xp, a, b)
    return quotient(xp, shared, area_a + 0 * shared)
