"""Inner-IoU: the IoU of boxes resized about their own centers."""

from __future__ import annotations

from typing import Any

from truebox.arrays import Columns
from truebox.formulas.boxes.iou import iou

__all__ = ["inner_iou"]


def inner_iou(xp: Any, a: Any, b: Any, ratio: float = 0.7) -> Any:
    """IoU of both boxes scaled by `ratio` about their centers.

    Below 1 it is steeper for boxes that already overlap well, above 1 it reaches boxes that do not.

    Parameters
    ----------
    xp : module
        The array library, NumPy or what has its names.
    a, b : array [..., 4]
        Corners ``x0, y0, x1, y1``; leading dimensions broadcast, so ``a[:, None]`` with ``b`` is pairwise.
    ratio : float
        The paper's range is 0.5 to 1.5.

    Returns
    -------
    array [...]
        Values in [0, 1].

    References
    ----------
    H. Zhang et al., "Inner-IoU: More Effective Intersection over Union Loss with Auxiliary Bounding Box",
    2023, sec. 3; arXiv:2311.02877.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0], [4.0, 0.0, 8.0, 4.0]])
    >>> formulas.inner_iou(np, a[:, None], b)
    array([[0.04255319, 0.        ]])
    """
    return iou(xp, _resized(a, ratio), _resized(b, ratio))


def _resized(box: Any, ratio: float) -> Columns:
    inset_x = (box[..., 2] - box[..., 0]) * ((1 - ratio) / 2)
    inset_y = (box[..., 3] - box[..., 1]) * ((1 - ratio) / 2)
    return Columns(box[..., 0] + inset_x, box[..., 1] + inset_y, box[..., 2] - inset_x, box[..., 3] - inset_y)
