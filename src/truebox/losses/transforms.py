"""Losses with a transform of IoU in them: powers, stretched intervals, resized boxes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from truebox import formulas
from truebox._kinds import refuses_other_kinds
from truebox._typed import pair_loss
from truebox._writing.nearest import did_you_mean
from truebox.errors import ArgumentError
from truebox.losses.loss import LossOptions, box_loss
from truebox.losses.reduction import Reduction
from truebox.overlap.pairs.box_pairs import BoxPairs

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike

__all__ = ["alpha_iou_loss", "focaler_iou_loss", "inner_iou_loss"]

Base: TypeAlias = Literal["iou", "giou", "diou", "ciou", "eiou", "siou"]
AlphaBase: TypeAlias = Literal["iou", "giou", "diou", "ciou"]

_FORMULAS: dict[str, Callable[..., Any]] = {
    "iou": formulas.iou,
    "giou": formulas.giou,
    "diou": formulas.diou,
    "ciou": formulas.ciou,
    "eiou": formulas.eiou,
    "siou": formulas.siou,
}

# Each measure subtracts one more penalty than the one before it: what is lost from step to step is that
# penalty.
_STEPS: dict[str, tuple[Callable[..., Any], ...]] = {
    "iou": (),
    "giou": (formulas.giou,),
    "diou": (formulas.diou,),
    "ciou": (formulas.diou, formulas.ciou),
}


@pair_loss
@refuses_other_kinds
def inner_iou_loss(
    prediction: Any,
    target: Any,
    *,
    ratio: float = 0.7,
    base: Base = "iou",
    box_format: BoxFormatLike = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
) -> Any:
    """The loss of `base`, with its IoU replaced by that of boxes resized by `ratio` about their centers.

    Values are of the range of the base.
    The formula, with its paper: `truebox.formulas.inner_iou`.

    Parameters
    ----------
    prediction, target, box_format, reduction, weights, image_size
        As in `diou_loss`, and so are errors.
    ratio : float
        Above 0; below 1 steeper for boxes that overlap well, above 1 reaching further. The paper: 0.5 to 1.5.
    base : "iou", "giou", "diou", "ciou", "eiou" or "siou"
        Whose loss is transformed.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import inner_iou_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> inner_iou_loss(prediction, target)
    array([0.95744681])
    """
    formula = _formula_of(base)
    if not ratio > 0:
        raise ArgumentError(f"ratio is {ratio!r}; expected a number above 0")
    options = LossOptions(box_format=box_format, reduction=reduction, weights=weights, image_size=image_size)

    def loss(pairs: BoxPairs) -> Any:
        inner = pairs.measure(lambda xp, a, b: formulas.inner_iou(xp, a, b, ratio))
        if base == "iou":
            return 1 - inner
        return 1 - pairs.measure(formula) + pairs.measure(formulas.iou) - inner

    return box_loss(loss, prediction, target, options)


@pair_loss
@refuses_other_kinds
def focaler_iou_loss(
    prediction: Any,
    target: Any,
    *,
    low: float = 0.0,
    high: float = 0.95,
    base: Base = "iou",
    box_format: BoxFormatLike = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
) -> Any:
    """The loss of `base`, with the IoU in it stretched from [`low`, `high`] to [0, 1].

    Values are of the range of the base. Outside the interval the IoU has no gradient.
    The formula, with its paper: `truebox.formulas.focaler_iou`.

    Parameters
    ----------
    prediction, target, box_format, reduction, weights, image_size
        As in `diou_loss`, and so are errors.
    low, high : float
        The interval of IoU that training shall attend to, ``0 <= low < high <= 1``.
    base : "iou", "giou", "diou", "ciou", "eiou" or "siou"
        Whose loss is transformed.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import focaler_iou_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> focaler_iou_loss(prediction, target)
    array([0.84962406])
    """
    formula = _formula_of(base)
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


@pair_loss
@refuses_other_kinds
def alpha_iou_loss(
    prediction: Any,
    target: Any,
    *,
    alpha: float = 3.0,
    base: AlphaBase = "iou",
    box_format: BoxFormatLike = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
) -> Any:
    """``1 - iou**alpha``, and each penalty of `base` to the same power.

    Values are of the range of the base.
    The formula, with its paper: `truebox.formulas.alpha_iou`.

    Parameters
    ----------
    prediction, target, box_format, reduction, weights, image_size
        As in `diou_loss`, and so are errors.
    alpha : float
        Above 0; above 1 it weighs good boxes more than bad ones.
    base : "iou", "giou", "diou" or "ciou"
        Whose loss is transformed.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import alpha_iou_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> alpha_iou_loss(prediction, target)
    array([0.99708455])
    """
    if base not in _STEPS:
        raise _unknown(base, _STEPS)
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


def _formula_of(base: str) -> Callable[..., Any]:
    if base not in _FORMULAS:
        raise _unknown(base, _FORMULAS)
    return _FORMULAS[base]


def _unknown(base: str, known: Mapping[str, Any]) -> ArgumentError:
    text = f"base is {base!r}; expected one of {', '.join(known)}.{did_you_mean(base, known)}"
    return ArgumentError(text.rstrip("."))
