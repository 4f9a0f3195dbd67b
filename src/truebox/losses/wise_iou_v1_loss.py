"""Wise-IoU loss, version 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebox import formulas
from truebox.losses.box_loss import LossOptions, Reduction, box_loss
from truebox.overlap.pairs.box_pairs import BoxPairs

__all__ = ["wise_iou_v1_loss"]


def wise_iou_v1_loss(
    prediction: Any,
    target: Any,
    *,
    box_format: str = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
) -> Any:
    """``(1 - iou)`` times an attention that grows with the distance of the centers.

    Parameters
    ----------
    prediction, target, box_format, reduction, weights
        As in `iou_loss`.
    image_size : (width, height), optional
        As in `diou_loss`.

    Returns
    -------
    array [...] or []
        In [0, e).

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option. Values are not looked at.

    See Also
    --------
    truebox.formulas.wise_attention : The formula, with its paper.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import wise_iou_v1_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> wise_iou_v1_loss(prediction, target)
    array([0.95787349])
    """
    options = LossOptions(box_format=box_format, reduction=reduction, weights=weights, image_size=image_size)

    def loss(pairs: BoxPairs) -> Any:
        return pairs.measure(formulas.wise_attention) * (1 - pairs.measure(formulas.iou))

    return box_loss(loss, prediction, target, options)
