"""IoU loss of rotated boxes."""

from __future__ import annotations

from typing import Any

from truebox import formulas
from truebox.losses.conditioning import Limits
from truebox.losses.reduction import Reduction
from truebox.losses.rotated_loss import rotated_loss
from truebox.overlap.pairs.rotation import AngleUnit, TurningDirection, as_rotation

__all__ = ["rotated_iou_loss"]

# Centers further apart than the longest side times √2 share nothing.
_LIMITS = Limits(thinnest={"float32": 1e-6, "float64": 1e-12}, farthest={"float32": 4.0, "float64": 4.0})


def rotated_iou_loss(
    prediction: Any,
    target: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    reduction: Reduction = "none",
    weights: Any = None,
) -> Any:
    """``1 - iou`` of the areas of rotated boxes.

    Parameters
    ----------
    prediction, target : array [..., 5]
        Centre x and y, width, height, angle. Of NumPy, PyTorch, JAX, TensorFlow or CuPy, one beside the
        other. Either may ask for gradients.
    unit : "degrees" or "radians"
        What a full turn is. There is no default, as no two tools agree; see
        `truebox.overlap.pairwise_rotated_iou` for what some mean.
    direction : "clockwise" or "counterclockwise"
        Which way a positive angle turns as seen on an image, with y pointing down.
    reduction, weights
        As in `iou_loss`.

    Returns
    -------
    array [...] or []
        In [0, 1], of the dtype of the boxes. Boxes that are apart have 1 and no gradient: prefer
        `probiou_loss` or `gwd_loss`, or add one. A side below a millionth of the longest of both boxes (in
        float64 1e-12 of it) counts as none: boxes without area have 1 and no gradient.

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option. Values are not looked at.

    See Also
    --------
    truebox.formulas.rotated_iou : The formula.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import rotated_iou_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 2.0, 0.0]]), np.array([[0.0, 0.0, 4.0, 2.0, 90.0]])
    >>> rotated_iou_loss(prediction, target, unit="degrees", direction="clockwise").round(4)
    array([0.6667])
    """
    rotation = as_rotation(unit, direction)
    return rotated_loss(
        formulas.rotated_iou,
        prediction,
        target,
        limits=_LIMITS,
        rotation=rotation,
        reduction=reduction,
        weights=weights,
    )
