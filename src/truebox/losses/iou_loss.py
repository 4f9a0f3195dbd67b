"""IoU loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebox import formulas
from truebox.losses.box_loss import LossOptions, Reduction, box_loss

__all__ = ["iou_loss"]


def iou_loss(
    prediction: Any,
    target: Any,
    *,
    box_format: str = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
) -> Any:
    """``1 - iou``: the share of their joint area that two boxes do not have in common.

    Parameters
    ----------
    prediction, target : array [..., 4]
        Boxes of NumPy, PyTorch, JAX, TensorFlow or CuPy, one beside the other. Either may ask for gradients.
    box_format : BoxFormat or str
        What the four numbers mean, on both sides.
    reduction : "none", "mean" or "sum"
        The loss of each box, the mean (0 for no boxes), or the sum. With `weights` the mean is that of the
        weighted boxes: their sum over the sum of the weights.
    weights : array [...], optional
        How much each box counts.
    image_size : (width, height), optional
        Only taken, and not needed: this loss is the same in fractions of the image as in pixels.

    Returns
    -------
    array [...] or []
        In [0, 1], of the dtype of the boxes. Boxes that are apart have 1 and no gradient: prefer `giou_loss`.

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option. Values are not looked at.

    See Also
    --------
    truebox.formulas.iou : The formula, with its paper.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import iou_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> iou_loss(prediction, target)
    array([0.85714286])
    """
    options = LossOptions(
        box_format=box_format, reduction=reduction, weights=weights, image_size=image_size, in_pixels=False
    )
    return box_loss(lambda pairs: 1 - pairs.measure(formulas.iou), prediction, target, options)
