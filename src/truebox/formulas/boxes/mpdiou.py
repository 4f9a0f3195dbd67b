"""Minimum-point-distance IoU."""

from __future__ import annotations

from typing import Any

from truebox.formulas.boxes.iou import iou

__all__ = ["mpdiou"]


def mpdiou(xp: Any, a: Any, b: Any, image_width: Any, image_height: Any) -> Any:
    """IoU less the squared distances of the two pairs of corners over the squared diagonal of the image.

    Parameters
    ----------
    xp : module
        The array library, NumPy or what has its names.
    a, b : array [..., 4]
        Corners ``x0, y0, x1, y1``; leading dimensions broadcast, so ``a[:, None]`` with ``b`` is pairwise.
    image_width, image_height : float or array [...]
        The size of the image, in the unit of the boxes.

    Returns
    -------
    array [...]
        At most the IoU; in (-2, 1] for boxes inside the image.

    References
    ----------
    S. Ma and Y. Xu, "MPDIoU: A Loss for Efficient and Accurate Bounding Box Regression", 2023, sec. 3;
    arXiv:2307.07662.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0], [4.0, 0.0, 8.0, 4.0]])
    >>> formulas.mpdiou(np, a[:, None], b, 640, 480)
    array([[ 1.42832143e-01, -5.00000000e-05]])
    """
    first_x, first_y = a[..., 0] - b[..., 0], a[..., 1] - b[..., 1]
    second_x, second_y = a[..., 2] - b[..., 2], a[..., 3] - b[..., 3]
    diagonal = image_width * image_width + image_height * image_height
    first = (first_x * first_x + first_y * first_y) / diagonal
    second = (second_x * second_x + second_y * second_y) / diagonal
    return iou(xp, a, b) - first - second
