"""Alpha-IoU loss."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

from truebox import formulas
from truebox.errors import ArgumentError
from truebox.losses.box_loss import LossOptions, Reduction, box_loss
from truebox.overlap.pairs.box_pairs import BoxPairs

__all__ = ["alpha_iou_loss"]

AlphaBase: TypeAlias = Literal["iou", "giou", "diou", "ciou"]

# Each measure subtracts one more penalty than the one before it: what is lost from step to step is that
# penalty.
_STEPS: dict[str, tuple[Callable[..., Any], ...]] = {
    "iou": (),
    "giou": (formulas.giou,),
    "diou": (formulas.diou,),
    "ciou": (formulas.diou, formulas.ciou),
}


def alpha_iou_loss(
    prediction: Any,
    target: Any,
    *,
    alpha: float = 3.0,
    base: AlphaBase = "iou",
    box_format: str = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
) -> Any:
    """``1 - iou**alpha``, and each penalty of `base` to the same power.

    Parameters
    ----------
    prediction, target, box_format, reduction, weights
        As in `iou_loss`.
    alpha : float
        Above 0; above 1 it weighs good boxes more than bad ones.
    base : "iou", "giou", "diou" or "ciou"
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
    truebox.formulas.alpha_iou : The formula, with its paper.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import alpha_iou_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> alpha_iou_loss(prediction, target)
    array([0.99708455])
    """
    if base not in _STEPS:
        raise ArgumentError(f"base is {base!r}; expected one of {', '.join(_STEPS)}")
    if not alpha > 0:
        raise ArgumentError(f"alpha is {alpha!r}; expected a number above 0")
    steps = _STEPS[base]
    options = LossOptions(box_format=box_format, reduction=reduction, weights=weights, image_size=image_size)

    def loss(pairs: BoxPairs) -> Any:
        overlap = pairs.measure(formulas.iou)
        values = [pairs.measure(formula) for formula in steps]
        xp = pairs.library.xp
        total = 1 - formulas.alpha_iou(xp, overlap, alpha)
        for before, after in zip([overlap, *values], values, strict=False):
            total = total + formulas.alpha_iou(xp, before - after, alpha)
        return total

    return box_loss(loss, prediction, target, options)
