"""Wise-IoU loss, version 2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebox import formulas
from truebox.losses.box_loss import LossOptions, Reduction, box_loss
from truebox.overlap.pairs.box_pairs import BoxPairs

__all__ = ["wise_iou_v2_loss"]


def wise_iou_v2_loss(
    prediction: Any,
    target: Any,
    *,
    mean_loss: Any = None,
    gamma: float = 0.5,
    box_format: str = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
) -> Any:
    """Wise-IoU version 1 times ``((1 - iou) / mean)**gamma``: hard boxes count more.

    Parameters
    ----------
    prediction, target, box_format, reduction, weights
        As in `iou_loss`.
    mean_loss : float or array [], optional
        Running mean of ``1 - iou`` over the training so far; the mean of these boxes where it is left out.
    gamma : float
        How much harder boxes count.
    image_size : (width, height), optional
        As in `diou_loss`.

    Returns
    -------
    array [...] or []
        At least 0.

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option. Values are not looked at.

    See Also
    --------
    truebox.formulas.wise_monotonic_focus : The formula, with its paper.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import wise_iou_v2_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> wise_iou_v2_loss(prediction, target)
    array([0.95787349])
    """
    options = LossOptions(box_format=box_format, reduction=reduction, weights=weights, image_size=image_size)

    def loss(pairs: BoxPairs) -> Any:
        xp = pairs.library.xp
        plain = 1 - pairs.measure(formulas.iou)
        mean = mean_loss
        if mean is None:
            mean = formulas.quotient(xp, xp.sum(plain), xp.sum(xp.ones_like(plain)))
        focus = formulas.wise_monotonic_focus(xp, plain, mean, gamma)
        return focus * pairs.measure(formulas.wise_attention) * plain

    return box_loss(loss, prediction, target, options)
