"""One less a measure of boxes, for each that makes a loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox._typed import pair_loss
from truebox.boxes.image_size import as_image_size
from truebox.losses.loss import measure_loss
from truebox.losses.reduction import Reduction
from truebox.overlap.area_measures import IOU
from truebox.overlap.distance_measures import MPDIOU, NWD
from truebox.overlap.penalty_measures import CIOU, DIOU, EIOU, GIOU, SIOU

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike

__all__ = [
    "ciou_loss",
    "diou_loss",
    "eiou_loss",
    "giou_loss",
    "iou_loss",
    "mpdiou_loss",
    "nwd_loss",
    "siou_loss",
]


@pair_loss
@refuses_other_kinds
def iou_loss(
    prediction: Any,
    target: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
) -> Any:
    """``1 - iou``: the share of their joint area that two boxes do not have in common.

    Parameters
    ----------
    prediction, target : array [..., 4]
        Boxes of NumPy, PyTorch, JAX, TensorFlow or CuPy, one beside the other. Either may ask for gradients.
        Of three dimensions and more a 1 that is written stretches: ``prediction[:, None]`` with
        ``target[None]`` is the loss of each with each.
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
        In [0, 1], of the dtype of the boxes; a sum of half precision in float32, which holds it. Boxes
        that are apart have 1 and no gradient: prefer `giou_loss`.
        A prediction without extent, or with a negative one, counts as closed in its middle, with at most 1 an
        axis added that pulls it open; so it is in every loss of boxes here. Gradients are finite beside a
        target of any usual size; where both boxes are smaller than 1e-18 (1e-150 in float64) they may leave
        the dtype.

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
    return measure_loss(IOU, prediction, target, box_format, reduction, weights, image_size)


@pair_loss
@refuses_other_kinds
def giou_loss(
    prediction: Any,
    target: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
) -> Any:
    """``1 - giou``: also for boxes that are apart. In [0, 2].

    Boxes, options and errors as in `iou_loss`.
    The formula, with its paper: `truebox.formulas.giou`.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import giou_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> giou_loss(prediction, target)
    array([1.07936508])
    """
    return measure_loss(GIOU, prediction, target, box_format, reduction, weights, image_size)


@pair_loss
@refuses_other_kinds
def diou_loss(
    prediction: Any,
    target: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
) -> Any:
    """``1 - diou``: with the distance of the centers. In [0, 2).

    Boxes, options and errors as in `iou_loss`; `image_size` is needed with the ``rel_`` formats.
    The formula, with its paper: `truebox.formulas.diou`.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import diou_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> diou_loss(prediction, target)
    array([0.96825397])
    """
    return measure_loss(DIOU, prediction, target, box_format, reduction, weights, image_size)


@pair_loss
@refuses_other_kinds
def ciou_loss(
    prediction: Any,
    target: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
) -> Any:
    """``1 - ciou``: with distance and aspect ratio. In [0, 3).

    Boxes, options and errors as in `iou_loss`; `image_size` is needed with the ``rel_`` formats.
    The formula, with its paper: `truebox.formulas.ciou`.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import ciou_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> ciou_loss(prediction, target)
    array([0.96825397])
    """
    return measure_loss(CIOU, prediction, target, box_format, reduction, weights, image_size)


@pair_loss
@refuses_other_kinds
def eiou_loss(
    prediction: Any,
    target: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
) -> Any:
    """``1 - eiou``: with distance, width and height. In [0, 4).

    Boxes, options and errors as in `iou_loss`; `image_size` is needed with the ``rel_`` formats.
    The formula, with its paper: `truebox.formulas.eiou`.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import eiou_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> eiou_loss(prediction, target)
    array([0.96825397])
    """
    return measure_loss(EIOU, prediction, target, box_format, reduction, weights, image_size)


@pair_loss
@refuses_other_kinds
def siou_loss(
    prediction: Any,
    target: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
) -> Any:
    """``1 - siou``: with distance by its angle, and shape. In [0, 3).

    Boxes, options and errors as in `iou_loss`; `image_size` is needed with the ``rel_`` formats.
    The formula, with its paper: `truebox.formulas.siou`.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import siou_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> siou_loss(prediction, target)
    array([0.96230354])
    """
    return measure_loss(SIOU, prediction, target, box_format, reduction, weights, image_size)


@pair_loss
@refuses_other_kinds
def mpdiou_loss(
    prediction: Any,
    target: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float],
) -> Any:
    """``1 - mpdiou``: with the distances of both pairs of corners. In [0, 3) for boxes inside the image.

    Boxes, options and errors as in `iou_loss`; `image_size` is needed with every format, as its diagonal
    divides.
    The formula, with its paper: `truebox.formulas.mpdiou`.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import mpdiou_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> mpdiou_loss(prediction, target, image_size=(640, 480))
    array([0.85716786])
    """
    width, height = as_image_size(image_size)
    lengths = {"image_width": width, "image_height": height}
    return measure_loss(MPDIOU, prediction, target, box_format, reduction, weights, image_size, **lengths)


@pair_loss
@refuses_other_kinds
def nwd_loss(
    prediction: Any,
    target: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    reduction: Reduction = "none",
    weights: Any = None,
    image_size: Sequence[float] | None = None,
    constant: float = 12.8,
) -> Any:
    """``1 - nwd``: smooth for tiny boxes. In [0, 1].

    Boxes, options and errors as in `iou_loss`; `image_size` is needed with the ``rel_`` formats.
    `constant` is a length of the order of the objects' sizes, in the unit of the boxes.
    The formula, with its paper: `truebox.formulas.nwd`.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import nwd_loss
    >>> prediction, target = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    >>> nwd_loss(prediction, target)
    array([0.19825996])
    """
    return measure_loss(
        NWD, prediction, target, box_format, reduction, weights, image_size, constant=constant
    )
