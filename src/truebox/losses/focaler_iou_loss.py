"""Focaler-IoU loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebox import formulas
from truebox.errors import ArgumentError
from truebox.losses.base_formula import Base, base_formula
from truebox.losses.box_loss import LossOptions, Reduction, box_loss
from truebox.overlap.pairs.box_pairs import BoxPairs

__all__ = ["focaler_iou_loss"]


def focaler_iou_loss(
    prediction: Any,
    target: Any,
    *,
    low: float = 0.0,
    high: float = 0.95,
    base: Base = "iou",
    box_format: str = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
) -> Any:
    """The loss of `base`, with the IoU in it stretched from [`low`, `high`] to [0, 1].

    Parameters
    ----------
    prediction, target, box_format, reduction, weights
        As in `iou_loss`.
    low, high : float
        The interval of IoU that training shall attend to, ``0 <= low < high <= 1``.
    base : "iou", "giou", "diou", "ciou", "eiou" or "siou"
        Whose loss is transformed.
    image_size : (width, height), optional
        As in `diou_loss`.

    Returns
    -------
    array [...] or []
        Of the range of the base. Outside the interval the IoU has no gradient.

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option. Values are not looked at.

    See Also
    --------
    truebox.formulas.focaler_iou : The formula, with its paper.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import focaler_iou_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> focaler_iou_loss(prediction, target)
    array([0.84962406])
    """
    formula = base_formula(base)
    if not 0 <= low < high <= 1:
        raise ArgumentError(f"low is {low!r} and high {high!r}; expected 0 <= low < high <= 1")
    options = LossOptions(box_format=box_format, reduction=reduction, weights=weights, image_size=image_size)

    def loss(pairs: BoxPairs) -> Any:
        overlap = pairs.measure(formulas.iou)
        stretched = formulas.focaler_iou(pairs.library.xp, overlap, low, high)
        if base == "iou":
            return 1 - stretched
        return 1 - pairs.measure(formula) + overlap - stretched

    return box_loss(loss, prediction, target, options)
