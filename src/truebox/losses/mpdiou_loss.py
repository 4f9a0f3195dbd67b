"""Minimum-point-distance IoU loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebox import formulas
from truebox.boxes.image_size import as_image_size
from truebox.losses.box_loss import LossOptions, Reduction, box_loss

__all__ = ["mpdiou_loss"]


def mpdiou_loss(
    prediction: Any,
    target: Any,
    *,
    box_format: str = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float],
) -> Any:
    """``1 - mpdiou``: with the distances of both pairs of corners.

    Parameters
    ----------
    prediction, target, box_format, reduction, weights
        As in `iou_loss`.
    image_size : (width, height)
        Needed with every format: its diagonal divides.

    Returns
    -------
    array [...] or []
        In [0, 3) for boxes inside the image.

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option. Values are not looked at.

    See Also
    --------
    truebox.formulas.mpdiou : The formula, with its paper.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import mpdiou_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> mpdiou_loss(prediction, target, image_size=(640, 480))
    array([0.85716786])
    """
    width, height = as_image_size(image_size)
    options = LossOptions(box_format=box_format, reduction=reduction, weights=weights, image_size=image_size)
    return box_loss(
        lambda pairs: 1 - pairs.measure(formulas.mpdiou, image_width=width, image_height=height),
        prediction,
        target,
        options,
    )
