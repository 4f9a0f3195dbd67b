"""Efficient-IoU."""

from __future__ import annotations

from typing import Any

from truebox.formulas.boxes.iou import iou
from truebox.formulas.terms.center_offset import center_offset
from truebox.formulas.terms.enclosure import enclosure
from truebox.formulas.terms.quotient import quotient

__all__ = ["eiou"]


def eiou(xp: Any, a: Any, b: Any) -> Any:
    """DIoU less the squared differences of widths and of heights over those of the enclosing box.

    Parameters
    ----------
    xp, a, b
        As in `truebox.formulas.iou`.

    Returns
    -------
    array [...]
        Values in (-3, 1], at most the DIoU; 1 less the paper's loss.

    References
    ----------
    Y.-F. Zhang et al., "Focal and Efficient IOU Loss for Accurate Bounding Box Regression", Neurocomputing
    506 (2022), sec. 4; arXiv:2101.08158.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0], [4.0, 0.0, 8.0, 4.0]])
    >>> formulas.eiou(np, a[:, None], b)
    array([[ 0.03174603, -0.2       ]])
    """
    along_x, along_y = center_offset(a, b)
    width, height = enclosure(xp, a, b)
    wider = (a[..., 2] - a[..., 0]) - (b[..., 2] - b[..., 0])
    taller = (a[..., 3] - a[..., 1]) - (b[..., 3] - b[..., 1])
    distance = along_x * along_x + along_y * along_y
    penalty = quotient(xp, distance, width * width + height * height)
    return (
        iou(xp, a, b)
        - penalty
        - quotient(xp, wider * wider, width * width)
        - quotient(xp, taller * taller, height * height)
    )
