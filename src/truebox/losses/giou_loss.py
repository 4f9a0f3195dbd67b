"""Generalised IoU loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebox import formulas
from truebox.losses.box_loss import LossOptions, Reduction, box_loss

__all__ = ["giou_loss"]


def giou_loss(
    prediction: Any,
    target: Any,
    *,
    box_format: str = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
) -> Any:
    """``1 - giou``: also for boxes that are apart.

    Parameters
    ----------
    prediction, target, box_format, reduction, weights
        As in `iou_loss`.
    image_size : (width, height), optional
        As in `iou_loss`.

    Returns
    -------
    array [...] or []
        In [0, 2].

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option. Values are not looked at.

    See Also
    --------
    truebox.formulas.giou : The formula, with its paper.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import giou_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> giou_loss(prediction, target)
    array([1.07936508])
    """
    options = LossOptions(
        box_format=box_format, reduction=reduction, weights=weights, image_size=image_size, in_pixels=False
    )
    return box_loss(lambda pairs: 1 - pairs.measure(formulas.giou), prediction, target, options)
