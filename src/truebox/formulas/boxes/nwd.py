"""Normalised Gaussian Wasserstein distance."""

from __future__ import annotations

from typing import Any

from truebox.formulas.terms.center_offset import center_offset

__all__ = ["nwd"]


def nwd(xp: Any, a: Any, b: Any, constant: Any = 12.8) -> Any:
    """Likeness ``exp(-W / constant)`` of two boxes taken as Gaussians, W their Wasserstein distance.

    ``W**2 = dx**2 + dy**2 + ((w_a - w_b)**2 + (h_a - h_b)**2) / 4``: smooth however small the boxes are.

    Parameters
    ----------
    xp : module
        The array library, NumPy or what has its names.
    a, b : array [..., 4]
        Corners ``x0, y0, x1, y1``; leading dimensions broadcast, so ``a[:, None]`` with ``b`` is pairwise.
    constant : float or array [...]
        A length of the order of the objects' sizes, in the unit of the boxes; 12.8 pixels, the mean size in
        the paper's dataset AI-TOD, by default.

    Returns
    -------
    array [...]
        Values in [0, 1], 1 for equal boxes even without area. The gradient there is 0.

    References
    ----------
    J. Wang et al., "A Normalized Gaussian Wasserstein Distance for Tiny Object Detection", 2021, sec. 3;
    arXiv:2110.13389.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0], [4.0, 0.0, 8.0, 4.0]])
    >>> formulas.nwd(np, a[:, None], b)
    array([[0.80174004, 0.73161563]])
    """
    along_x, along_y = center_offset(a, b)
    wider = ((a[..., 2] - a[..., 0]) - (b[..., 2] - b[..., 0])) * 0.5
    taller = ((a[..., 3] - a[..., 1]) - (b[..., 3] - b[..., 1])) * 0.5
    squared = along_x * along_x + along_y * along_y + wider * wider + taller * taller
    # The root has no finite slope at 0, so it is taken of 1 there and put back after.
    same = squared == 0
    distance = xp.where(same, xp.zeros_like(squared), xp.sqrt(xp.where(same, xp.ones_like(squared), squared)))
    return xp.exp(-distance / constant)
