"""Normalised Wasserstein distance loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebox import formulas
from truebox.losses.box_loss import LossOptions, Reduction, box_loss

__all__ = ["nwd_loss"]


def nwd_loss(
    prediction: Any,
    target: Any,
    *,
    box_format: str = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
    constant: float = 12.8,
) -> Any:
    """``1 - nwd``: smooth for tiny boxes.

    Parameters
    ----------
    prediction, target, box_format, reduction, weights
        As in `iou_loss`.
    image_size : (width, height), optional
        Needed with the ``rel_`` formats: the loss depends on the shape of the image. To measure in a unit
        square, pass the format without ``rel_``.
    constant : float
        A length of the order of the objects' sizes, in the unit of the boxes.

    Returns
    -------
    array [...] or []
        In [0, 1].

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option. Values are not looked at.

    See Also
    --------
    truebox.formulas.nwd : The formula, with its paper.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import nwd_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> nwd_loss(prediction, target)
    array([0.19825996])
    """
    options = LossOptions(box_format=box_format, reduction=reduction, weights=weights, image_size=image_size)
    return box_loss(
        lambda pairs: 1 - pairs.measure(formulas.nwd, constant=constant), prediction, target, options
    )
