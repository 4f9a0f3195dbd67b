"""Wise-IoU: distance attention, and focusing by how unusual a box is."""

from __future__ import annotations

from typing import Any

from truebox.arrays import stop_gradient
from truebox.formulas.center_offset import center_offset
from truebox.formulas.enclosure import enclosure
from truebox.formulas.quotient import quotient

__all__ = ["wise_attention", "wise_focus", "wise_monotonic_focus"]


def wise_attention(xp: Any, a: Any, b: Any) -> Any:
    """Factor ``exp(distance**2 / diagonal**2)`` of version 1; the enclosing box counts as a constant.

    Parameters
    ----------
    xp : module
        The array library, NumPy or what has its names.
    a, b : array [..., 4]
        Corners ``x0, y0, x1, y1``; leading dimensions broadcast, so ``a[:, None]`` with ``b`` is pairwise.

    Returns
    -------
    array [...]
        Values in [1, e).

    References
    ----------
    Z. Tong et al., "Wise-IoU: Bounding Box Regression Loss with Dynamic Focusing Mechanism", 2023 (R_WIoU);
    arXiv:2301.10051.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0], [4.0, 0.0, 8.0, 4.0]])
    >>> formulas.wise_attention(np, a[:, None], b)
    array([[1.11751907, 1.22140276]])
    """
    along_x, along_y = center_offset(a, b)
    width, height = enclosure(xp, a, b)
    diagonal = stop_gradient(width * width + height * height)
    return xp.exp(quotient(xp, along_x * along_x + along_y * along_y, diagonal))


def wise_monotonic_focus(xp: Any, loss: Any, mean_loss: Any, gamma: float = 0.5) -> Any:
    """Factor ``(loss / mean_loss)**gamma`` of version 2, a constant to whoever differentiates.

    Parameters
    ----------
    xp : module
        The array library.
    loss : array [...]
        ``1 - iou``.
    mean_loss : float or array []
        Its running mean.
    gamma : float
        How much harder boxes count; above 0.

    Returns
    -------
    array [...]

    References
    ----------
    Z. Tong et al., 2023, Wise-IoU v2; arXiv:2301.10051.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> formulas.wise_monotonic_focus(np, np.array([0.1, 0.4]), 0.4)
    array([0.5, 1. ])
    """
    return stop_gradient(_outlierness(xp, loss, mean_loss) ** gamma)


def wise_focus(xp: Any, loss: Any, mean_loss: Any, alpha: float = 1.9, delta: float = 3.0) -> Any:
    """Factor ``beta / (delta * alpha**(beta - delta))`` of version 3, ``beta = loss / mean_loss``.

    A constant in the gradient. Ordinary boxes count most; very easy ones and outliers, which may be
    wrong labels, less.

    Parameters
    ----------
    xp : module
        The array library.
    loss : array [...]
        ``1 - iou``.
    mean_loss : float or array []
        Its running mean.
    alpha, delta : float
        Where the factor is largest and where it is 1; the paper's best pair by default.

    Returns
    -------
    array [...]

    References
    ----------
    Z. Tong et al., 2023, Wise-IoU v3; arXiv:2301.10051.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> formulas.wise_focus(np, np.array([0.1, 0.4, 1.2]), 0.4)
    array([0.4868455 , 1.20333333, 1.        ])
    """
    beta = _outlierness(xp, loss, mean_loss)
    return stop_gradient(beta / (delta * alpha ** (beta - delta)))


def _outlierness(xp: Any, loss: Any, mean_loss: Any) -> Any:
    mean = mean_loss + xp.zeros_like(loss)
    return quotient(xp, stop_gradient(loss), stop_gradient(mean))
