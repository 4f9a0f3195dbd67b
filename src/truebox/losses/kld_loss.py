"""Kullback-Leibler divergence loss."""

from __future__ import annotations

from typing import Any

from truebox import formulas
from truebox.losses.conditioning import Limits
from truebox.losses.reduction import Reduction
from truebox.losses.rotated_loss import rotated_loss
from truebox.overlap.pairs.rotation import AngleUnit, TurningDirection, as_rotation

__all__ = ["kld_loss"]

# The distance over a side is squared, and cubed in the gradient.
_LIMITS = Limits(thinnest={"float32": 1e-6, "float64": 1e-12}, farthest={"float32": 1e6, "float64": 1e12})


def kld_loss(
    prediction: Any,
    target: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    reduction: Reduction = "none",
    weights: Any = None,
) -> Any:
    """``1 - 1 / (1 + ln(1 + D))`` with the divergence D of the predicted from the true distribution.

    Parameters
    ----------
    prediction, target, unit, direction
        As in `rotated_iou_loss`.
    reduction, weights
        As in `iou_loss`.

    Returns
    -------
    array [...] or []
        In [0, 1], the same in every unit of length. Boxes without area have 1 and no gradient,
        among them those with a side below a millionth of the longest of both boxes (in float64 1e-12).

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option. Values are not looked at.

    See Also
    --------
    truebox.formulas.kld : The formula, with its paper.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import kld_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 2.0, 0.0]]), np.array([[0.0, 0.0, 4.0, 2.0, 90.0]])
    >>> kld_loss(prediction, target, unit="degrees", direction="clockwise").round(4)
    array([0.4298])
    """
    rotation = as_rotation(unit, direction)
    return rotated_loss(
        formulas.kld,
        prediction,
        target,
        limits=_LIMITS,
        rotation=rotation,
        reduction=reduction,
        weights=weights,
    )
