"""Intersection over the area of the first box."""

from __future__ import annotations

from typing import Any

from truebox.formulas.terms.area import area
from truebox.formulas.terms.intersection import intersection
from truebox.formulas.terms.quotient import quotient

__all__ = ["ioa"]


def ioa(xp: Any, a: Any, b: Any, pixel: int = 0) -> Any:
    """Share of `a` that `b` covers; 0 where nothing is shared.

    With detections as `a` this is what pycocotools 2.0.11 (``bbIou`` with ``iscrowd = 1``) uses for crowd
    regions. The native kernel agrees to the last bit for corner formats; for sizes see
    `truebox.formulas.iou`.

    Parameters
    ----------
    xp : module
        The array library: ``minimum``, ``maximum``, ``where``, ``zeros_like``, ``ones_like`` are used.
    a, b : array [..., 4]
        Corners ``x0, y0, x1, y1``; leading dimensions broadcast, so ``a[:, None]`` with ``b`` is pairwise.
    pixel : int
        1 where corners are indices of pixels that belong to the box, else 0.

    Returns
    -------
    array [...]
        Values in [0, 1].

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0], [4.0, 0.0, 8.0, 4.0]])
    >>> formulas.ioa(np, a[:, None], b)
    array([[0.25, 0.  ]])
    """
    shared = intersection(xp, a, b, pixel)
    return quotient(xp, shared, area(xp, a, pixel) + xp.zeros_like(shared))
