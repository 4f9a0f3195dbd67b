"""Inner-IoU loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebox import formulas
from truebox.errors import ArgumentError
from truebox.losses.base_formula import Base, base_formula
from truebox.losses.box_loss import LossOptions, Reduction, box_loss
from truebox.overlap.pairs.box_pairs import BoxPairs

__all__ = ["inner_iou_loss"]


def inner_iou_loss(
    prediction: Any,
    target: Any,
    *,
    ratio: float = 0.7,
    base: Base = "iou",
    box_format: str = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
) -> Any:
    """The loss of `base`, with its IoU replaced by that of boxes resized by `ratio` about their centers.

    Parameters
    ----------
    prediction, target, box_format, reduction, weights
        As in `iou_loss`.
    ratio : float
        Above 0; below 1 steeper for boxes that overlap well, above 1 reaching further. The paper: 0.5 to 1.5.
    base : "iou", "giou", "diou", "ciou", "eiou" or "siou"
        Whose loss is transformed.
    image_size : (width, height), optional
        As in `diou_loss`.

    Returns
    -------
    array [...] or []
        Of the range of the base.

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option. Values are not looked at.

    See Also
    --------
    truebox.formulas.inner_iou : The formula, with its paper.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import inner_iou_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> inner_iou_loss(prediction, target)
    array([0.95744681])
    """
    formula = base_formula(base)
    if not ratio > 0:
        raise ArgumentError(f"ratio is {ratio!r}; expected a number above 0")
    options = LossOptions(box_format=box_format, reduction=reduction, weights=weights, image_size=image_size)

    def loss(pairs: BoxPairs) -> Any:
        inner = pairs.measure(lambda xp, a, b: formulas.inner_iou(xp, a, b, ratio))
        if base == "iou":
            return 1 - inner
        return 1 - pairs.measure(formula) + pairs.measure(formulas.iou) - inner

    return box_loss(loss, prediction, target, options)
