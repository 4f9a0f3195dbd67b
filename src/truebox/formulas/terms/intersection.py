"""Area shared by two boxes."""

from __future__ import annotations

from typing import Any

from truebox.formulas.terms.not_negative import not_negative

__all__ = ["intersection", "shared_sides"]


def intersection(xp: Any, a: Any, b: Any, pixel: int = 0) -> Any:
    """Area of the part both boxes cover; 0 for boxes that are apart or touch at an edge.

    Parameters
    ----------
    xp : module
        The array library: ``minimum``, ``maximum``, ``where``, ``zeros_like`` are used.
    a, b : array [..., 4]
        Corners ``x0, y0, x1, y1``; leading dimensions broadcast, so ``a[:, None]`` with ``b`` is pairwise.
    pixel : int
        1 where corners are indices of pixels that belong to the box, else 0.

    Returns
    -------
    array [...]

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0], [4.0, 0.0, 8.0, 4.0]])
    >>> formulas.intersection(np, a[:, None], b)
    array([[4., 0.]])
    """
    width, height = shared_sides(xp, a, b, pixel)
    return not_negative(xp, width) * not_negative(xp, height)


def shared_sides(xp: Any, a: Any, b: Any, pixel: int = 0) -> tuple[Any, Any]:
    """Width and height of the part both boxes cover, as `intersection`; negative where they are apart.

    Examples
    --------
    >>> import numpy as np
    >>> shared_sides(np, np.array([0, 0, 4, 4]), np.array([2, 5, 6, 6]))
    (np.int64(2), np.int64(-1))
    """
    width = xp.minimum(a[..., 2], b[..., 2]) - xp.maximum(a[..., 0], b[..., 0]) + pixel
    height = xp.minimum(a[..., 3], b[..., 3]) - xp.maximum(a[..., 1], b[..., 1]) + pixel
    return width, height
