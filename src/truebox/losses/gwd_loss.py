"""Gaussian Wasserstein distance loss."""

from __future__ import annotations

from typing import Any

from truebox import formulas
from truebox.losses.conditioning import Limits
from truebox.losses.reduction import Reduction
from truebox.losses.rotated_loss import rotated_loss
from truebox.overlap.pairs.rotation import AngleUnit, TurningDirection, as_rotation

__all__ = ["gwd_loss"]

# The measure holds fourth powers of lengths, and divides by squares.
_LIMITS = Limits(
    scale_free=False,
    thinnest={"float32": 1e-9, "float64": 1e-60},
    farthest={"float32": 1e8, "float64": 1e60},
)


def gwd_loss(
    prediction: Any,
    target: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    reduction: Reduction = "none",
    weights: Any = None,
) -> Any:
    """``1 - 1 / (1 + ln(1 + d²))`` with the Wasserstein distance d of the normal distributions.

    Parameters
    ----------
    prediction, target, unit, direction
        As in `rotated_iou_loss`.
    reduction, weights
        As in `iou_loss`.

    Returns
    -------
    array [...] or []
        In [0, 1). Depends on the unit of length; boxes without area have a gradient too. Lengths
        beyond 1e8 (in float64 1e60) count as that.

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option. Values are not looked at.

    See Also
    --------
    truebox.formulas.gwd : The formula, with its paper.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import gwd_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 2.0, 0.0]]), np.array([[0.0, 0.0, 4.0, 2.0, 90.0]])
    >>> gwd_loss(prediction, target, unit="degrees", direction="clockwise").round(4)
    array([0.5235])
    """
    rotation = as_rotation(unit, direction)
    return rotated_loss(
        formulas.gwd,
        prediction,
        target,
        limits=_LIMITS,
        rotation=rotation,
        reduction=reduction,
        weights=weights,
    )
