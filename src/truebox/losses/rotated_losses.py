"""Losses of rotated boxes: of shared areas, and of the normal distributions that stand for boxes."""

from __future__ import annotations

from typing import Any

from truebox import formulas
from truebox._kinds import refuses_other_kinds
from truebox._typed import pair_loss
from truebox.boxes.rotated.rotation import AngleUnit, TurningDirection
from truebox.losses.conditioning import Limits
from truebox.losses.loss import RotatedLoss
from truebox.losses.reduction import Reduction

__all__ = ["gwd_loss", "kld_loss", "probiou_loss", "rotated_iou_loss"]

# Centers further apart than the longest side times √2 share nothing.
_ROTATED_IOU = RotatedLoss(
    formula=formulas.rotated_iou,
    limits=Limits(thinnest={"float32": 1e-6, "float64": 1e-12}, farthest={"float32": 4.0, "float64": 4.0}),
)
# The measure holds the product of all four sides in a denominator, squared in its gradient. At 32 longest
# sides the likeness is below exp(-32² * 3/4): nothing, in either dtype.
_PROBIOU = RotatedLoss(
    formula=formulas.probiou,
    limits=Limits(thinnest={"float32": 1e-5, "float64": 1e-12}, farthest={"float32": 32.0, "float64": 32.0}),
)
# The measure holds fourth powers of lengths, and divides by squares.
_GWD = RotatedLoss(
    formula=formulas.gwd,
    limits=Limits(
        scale_free=False,
        thinnest={"float32": 1e-9, "float64": 1e-60},
        farthest={"float32": 1e8, "float64": 1e60},
    ),
)
# The distance over a side is squared, and cubed in the gradient.
_KLD = RotatedLoss(
    formula=formulas.kld,
    limits=Limits(thinnest={"float32": 1e-6, "float64": 1e-12}, farthest={"float32": 1e6, "float64": 1e12}),
)


@pair_loss
@refuses_other_kinds
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
    return _ROTATED_IOU.of(prediction, target, unit, direction, reduction, weights)


@pair_loss
@refuses_other_kinds
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

    In [0, 1], the same in every unit of length. Boxes that are apart are drawn together; boxes without
    area have 1 and no gradient, among them those with a side below 1e-5 of the longest of both boxes (in
    float64 1e-12).

    Boxes, options and errors as in `rotated_iou_loss`. The formula, with its paper:
    `truebox.formulas.probiou`.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import probiou_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 2.0, 0.0]]), np.array([[0.0, 0.0, 4.0, 2.0, 90.0]])
    >>> probiou_loss(prediction, target, unit="degrees", direction="clockwise").round(4)
    array([0.4472])
    """
    return _PROBIOU.of(prediction, target, unit, direction, reduction, weights)


@pair_loss
@refuses_other_kinds
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

    In [0, 1). Depends on the unit of length; boxes without area have a gradient too. Lengths
    beyond 1e8 (in float64 1e60) count as that.

    Boxes, options and errors as in `rotated_iou_loss`. The formula, with its paper:
    `truebox.formulas.gwd`.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import gwd_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 2.0, 0.0]]), np.array([[0.0, 0.0, 4.0, 2.0, 90.0]])
    >>> gwd_loss(prediction, target, unit="degrees", direction="clockwise").round(4)
    array([0.5235])
    """
    return _GWD.of(prediction, target, unit, direction, reduction, weights)


@pair_loss
@refuses_other_kinds
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

    In [0, 1], the same in every unit of length. Boxes without area have 1 and no gradient,
    among them those with a side below a millionth of the longest of both boxes (in float64 1e-12).

    Boxes, options and errors as in `rotated_iou_loss`. The formula, with its paper:
    `truebox.formulas.kld`.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import kld_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 2.0, 0.0]]), np.array([[0.0, 0.0, 4.0, 2.0, 90.0]])
    >>> kld_loss(prediction, target, unit="degrees", direction="clockwise").round(4)
    array([0.4298])
    """
    return _KLD.of(prediction, target, unit, direction, reduction, weights)
