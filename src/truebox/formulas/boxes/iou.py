"""Intersection over union (Jaccard index) of two boxes."""

from __future__ import annotations

from typing import Any

from truebox.formulas.terms.area import area
from truebox.formulas.terms.covered_share import covered_share
from truebox.formulas.terms.intersection import shared_sides

__all__ = ["iou"]


def iou(xp: Any, a: Any, b: Any, pixel: int = 0) -> Any:
    """Shared area divided by the area covered by either box; 0 where nothing is shared.

    The order of operations, ``(area_a + area_b) - shared``, is that of pycocotools 2.0.11 (``bbIou``). The
    native kernel computes the same numbers to the last bit for corner formats in the dtype given. For formats
    with a width and a height it takes ``w * h`` as the area, as pycocotools does, and so may differ from this
    formula after conversion in the last bits.

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

    References
    ----------
    P. Jaccard, "The distribution of the flora in the alpine zone", New Phytologist 11 (1912) 37-50;
    M. Everingham et al., "The PASCAL Visual Object Classes (VOC) Challenge", IJCV 88 (2010), the bounding-box
    criterion.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0], [4.0, 0.0, 8.0, 4.0]])
    >>> formulas.iou(np, a[:, None], b)
    array([[0.14285714, 0.        ]])
    """
    width, height = shared_sides(xp, a, b, pixel)
    return covered_share(xp, width, height, area(xp, a, pixel) + area(xp, b, pixel))
