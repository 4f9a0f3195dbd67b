"""Minus the logarithm of IoU, UnitBox's loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from truebox import formulas
from truebox._kinds import refuses_other_kinds
from truebox._typed import pair_loss
from truebox.errors import ArgumentError
from truebox.losses.loss import LossOptions, box_loss
from truebox.losses.reduction import Reduction
from truebox.overlap.pairs.box_pairs import BoxPairs

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike

__all__ = ["log_iou_loss"]


@pair_loss
@refuses_other_kinds
def log_iou_loss(
    prediction: Any,
    target: Any,
    *,
    least: float = 1e-6,
    box_format: BoxFormatLike = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
) -> Any:
    """``-log(iou)``: UnitBox's loss, steep where boxes overlap little. In [0, ``-log(least)``].

    At IoU 0 and everywhere below `least` it is ``-log(least)``, 13.8 as it stands, without a gradient: boxes
    that are apart are not drawn together. Of boxes that hardly overlap the gradient, that of IoU over
    IoU, is so large that plain steps overshoot: clip it. Where either occurs, take `giou_loss`.
    The formula, with its paper: `truebox.formulas.log_iou`.

    Parameters
    ----------
    prediction, target, box_format, reduction, weights, image_size
        As in `iou_loss`, and so are errors.
    least : float
        Above 0 and below 1: what an IoU counts at least. mmdetection 3.3.0 (``IoULoss(mode="log")``) has the
        same 1e-6.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import log_iou_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[0.0, 0.0, 4.0, 2.0]])
    >>> log_iou_loss(prediction, target)
    array([0.69314718])
    """
    if not 0 < least < 1:
        raise ArgumentError(f"least is {least!r}; expected a number above 0 and below 1")
    options = LossOptions(
        box_format=box_format, reduction=reduction, weights=weights, image_size=image_size, in_pixels=False
    )

    def loss(pairs: BoxPairs) -> Any:
        return 0 - formulas.log_iou(pairs.library.xp, pairs.measure(formulas.iou), least)

    return box_loss(loss, prediction, target, options)
