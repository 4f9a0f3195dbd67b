"""ProbIoU loss."""

from __future__ import annotations

from typing import Any

from truebox import formulas
from truebox.losses.conditioning import Limits
from truebox.losses.reduction import Reduction
from truebox.losses.rotated_loss import rotated_loss
from truebox.overlap.pairs.rotation import AngleUnit, TurningDirection, as_rotation

__all__ = ["probiou_loss"]

# The measure holds the product of all four sides in a denominator, squared in its gradient. At 32 longest
# sides the likeness is below exp(-32² * 3/4): nothing, in either dtype.
_LIMITS = Limits(thinnest={"float32": 1e-5, "float64": 1e-12}, farthest={"float32": 32.0, "float64": 32.0})


def probiou_loss(
    prediction: Any,
    target: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    reduction: Reduction = "none",
    weights: Any = None,
) -> Any:
    """``1 - probiou``: the Hellinger distance of the normal distributions that stand for rotated boxes.

    Parameters
    ----------
    prediction, target, unit, direction
        As in `rotated_iou_loss`.
    reduction, weights
        As in `iou_loss`.

    Returns
    -------
    array [...] or []
        In [0, 1], the same in every unit of length. Boxes that are apart are drawn together; boxes without
        area have 1 and no gradient, among them those with a side below 1e-5 of the longest of both boxes (in
        float64 1e-12).

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option. Values are not looked at.

    See Also
    --------
    truebox.formulas.probiou : The formula, with its paper.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import probiou_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 2.0, 0.0]]), np.array([[0.0, 0.0, 4.0, 2.0, 90.0]])
    >>> probiou_loss(prediction, target, unit="degrees", direction="clockwise").round(4)
    array([0.4472])
    """
    rotation = as_rotation(unit, direction)
    return rotated_loss(
        formulas.probiou,
        prediction,
        target,
        limits=_LIMITS,
        rotation=rotation,
        reduction=reduction,
        weights=weights,
    )
