"""Wise-IoU losses, which weigh a box by how unusual it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from truebox import formulas
from truebox._kinds import refuses_other_kinds
from truebox._typed import pair_loss
from truebox.losses.loss import LossOptions, box_loss
from truebox.losses.reduction import Reduction
from truebox.overlap.pairs.box_pairs import BoxPairs

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike

__all__ = ["wise_iou_v1_loss", "wise_iou_v2_loss", "wise_iou_v3_loss"]


@pair_loss
@refuses_other_kinds
def wise_iou_v1_loss(
    prediction: Any,
    target: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
) -> Any:
    """``(1 - iou)`` times an attention that grows with the distance of the centers.

    In [0, e). Boxes, options and errors as in `diou_loss`; the formula, with its paper:
    `truebox.formulas.wise_attention`.

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


@pair_loss
@refuses_other_kinds
def wise_iou_v2_loss(
    prediction: Any,
    target: Any,
    *,
    mean_loss: Any = None,
    gamma: float = 0.5,
    box_format: BoxFormatLike = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
) -> Any:
    """Wise-IoU version 1 times ``((1 - iou) / mean)**gamma``: hard boxes count more.

    At least 0. The formula, with its paper:
    `truebox.formulas.wise_monotonic_focus`.

    Parameters
    ----------
    prediction, target, box_format, reduction, weights, image_size
        As in `diou_loss`, and so are errors.
    mean_loss : float or array [], optional
        Running mean of ``1 - iou`` over the training so far; the mean of these boxes where it is left out.
        Under ``vmap`` these boxes are those of one mapped call, so that each is measured by its own mean:
        pass the mean of all.
    gamma : float
        How much harder boxes count.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import wise_iou_v2_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> wise_iou_v2_loss(prediction, target)
    array([0.95787349])
    """
    options = LossOptions(box_format=box_format, reduction=reduction, weights=weights, image_size=image_size)
    return box_loss(
        _focused(lambda xp, plain, mean: formulas.wise_monotonic_focus(xp, plain, mean, gamma), mean_loss),
        prediction,
        target,
        options,
    )


@pair_loss
@refuses_other_kinds
def wise_iou_v3_loss(
    prediction: Any,
    target: Any,
    *,
    mean_loss: Any = None,
    alpha: float = 1.9,
    delta: float = 3.0,
    box_format: BoxFormatLike = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
) -> Any:
    """Wise-IoU version 1 times a factor that is small for easy boxes and for outliers.

    At least 0. The formula, with its paper:
    `truebox.formulas.wise_focus`.

    Parameters
    ----------
    prediction, target, box_format, reduction, weights, image_size
        As in `diou_loss`, and so are errors.
    mean_loss
        As in `wise_iou_v2_loss`.
    alpha, delta : float
        The factor is largest at ``1 / log(alpha)`` times the mean, and 1 at `delta` times the mean.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import wise_iou_v3_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> wise_iou_v3_loss(prediction, target)
    array([1.1526411])
    """
    options = LossOptions(box_format=box_format, reduction=reduction, weights=weights, image_size=image_size)
    return box_loss(
        _focused(lambda xp, plain, mean: formulas.wise_focus(xp, plain, mean, alpha, delta), mean_loss),
        prediction,
        target,
        options,
    )


def _focused(focus: Callable[[Any, Any, Any], Any], mean_loss: Any) -> Callable[[BoxPairs], Any]:
    """Version 1 times the `focus` on each box, which sees ``1 - iou`` and its running mean."""

    def loss(pairs: BoxPairs) -> Any:
        xp = pairs.library.xp
        plain = 1 - pairs.measure(formulas.iou)
        mean = mean_loss
        if mean is None:
            mean = formulas.quotient(xp, xp.sum(plain), xp.sum(xp.ones_like(plain)))
        return focus(xp, plain, mean) * pairs.measure(formulas.wise_attention) * plain

    return loss
