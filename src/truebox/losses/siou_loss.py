"""SIoU loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebox import formulas
from truebox.losses.box_loss import LossOptions, Reduction, box_loss

__all__ = ["siou_loss"]


def siou_loss(
    prediction: Any,
    target: Any,
    *,
    box_format: str = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
) -> Any:
    """``1 - siou``: with distance by its angle, and shape.

    Parameters
    ----------
    prediction, target, box_format, reduction, weights
        As in `iou_loss`.
    image_size : (width, height), optional
        Needed with the ``rel_`` formats: the loss depends on the shape of the image. To measure in a unit
        square, pass the format without ``rel_``.

    Returns
    -------
    array [...] or []
        In [0, 3).

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option. Values are not looked at.

    See Also
    --------
    truebox.formulas.siou : The formula, with its paper.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import siou_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> siou_loss(prediction, target)
    array([0.96230354])
    """
    options = LossOptions(box_format=box_format, reduction=reduction, weights=weights, image_size=image_size)
    return box_loss(lambda pairs: 1 - pairs.measure(formulas.siou), prediction, target, options)
