"""A Keras 3 loss for each that keeps no state; `truebox.integrations.keras` shows them."""

from __future__ import annotations

from truebox import losses
from truebox.integrations.keras.loss_object import LossObject, registered

__all__ = [
    "AlphaIoULoss",
    "CIoULoss",
    "DIoULoss",
    "EIoULoss",
    "FocalerIoULoss",
    "GIoULoss",
    "GWDLoss",
    "InnerIoULoss",
    "IoULoss",
    "KLDLoss",
    "LogIoULoss",
    "MPDIoULoss",
    "NWDLoss",
    "ProbIoULoss",
    "RotatedIoULoss",
    "SIoULoss",
    "WiseIoUV1Loss",
]


@registered
class IoULoss(LossObject, function=losses.iou_loss):
    """One less IoU; see `truebox.losses.iou_loss`.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(IoULoss()(boxes, boxes))
    0.0
    """


@registered
class GIoULoss(LossObject, function=losses.giou_loss):
    """One less generalised IoU; see `truebox.losses.giou_loss`.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(GIoULoss()(boxes, boxes))
    0.0
    """


@registered
class DIoULoss(LossObject, function=losses.diou_loss):
    """One less distance-IoU; see `truebox.losses.diou_loss`.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(DIoULoss()(boxes, boxes))
    0.0
    """


@registered
class CIoULoss(LossObject, function=losses.ciou_loss):
    """One less complete IoU; see `truebox.losses.ciou_loss`.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(CIoULoss()(boxes, boxes))
    0.0
    """


@registered
class EIoULoss(LossObject, function=losses.eiou_loss):
    """One less efficient IoU; see `truebox.losses.eiou_loss`.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(EIoULoss()(boxes, boxes))
    0.0
    """


@registered
class SIoULoss(LossObject, function=losses.siou_loss):
    """One less SIoU; see `truebox.losses.siou_loss`.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(SIoULoss()(boxes, boxes))
    0.0
    """


@registered
class MPDIoULoss(LossObject, function=losses.mpdiou_loss):
    """One less minimum-point-distance IoU, which needs an image size; see `truebox.losses.mpdiou_loss`.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(MPDIoULoss(image_size=(640, 480))(boxes, boxes))
    0.0
    """


@registered
class NWDLoss(LossObject, function=losses.nwd_loss):
    """One less the normalised Wasserstein distance; see `truebox.losses.nwd_loss`.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(NWDLoss()(boxes, boxes))
    0.0
    """


@registered
class InnerIoULoss(LossObject, function=losses.inner_iou_loss):
    """A loss with the IoU of resized boxes in it; see `truebox.losses.inner_iou_loss`.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(InnerIoULoss()(boxes, boxes))
    0.0
    """


@registered
class FocalerIoULoss(LossObject, function=losses.focaler_iou_loss):
    """A loss with an interval of IoU stretched; see `truebox.losses.focaler_iou_loss`.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(FocalerIoULoss()(boxes, boxes))
    0.0
    """


@registered
class LogIoULoss(LossObject, function=losses.log_iou_loss):
    """Minus the logarithm of IoU; see `truebox.losses.log_iou_loss`.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> abs(float(LogIoULoss()(boxes, boxes)))
    0.0
    """


@registered
class AlphaIoULoss(LossObject, function=losses.alpha_iou_loss):
    """A loss with powers of IoU and penalties; see `truebox.losses.alpha_iou_loss`.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(AlphaIoULoss()(boxes, boxes))
    0.0
    """


@registered
class WiseIoUV1Loss(LossObject, function=losses.wise_iou_v1_loss):
    """Wise-IoU version 1, which keeps no running mean; see `truebox.losses.wise_iou_v1_loss`.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(WiseIoUV1Loss()(boxes, boxes))
    0.0
    """


@registered
class RotatedIoULoss(LossObject, function=losses.rotated_iou_loss):
    """One less IoU of rotated boxes; see `truebox.losses.rotated_iou_loss`.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0, 30.0]]
    >>> abs(round(float(RotatedIoULoss(unit="degrees", direction="clockwise")(boxes, boxes)), 6))
    0.0
    """


@registered
class ProbIoULoss(LossObject, function=losses.probiou_loss):
    """One less ProbIoU of rotated boxes; see `truebox.losses.probiou_loss`.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0, 30.0]]
    >>> float(ProbIoULoss(unit="degrees", direction="clockwise")(boxes, boxes))
    0.0
    """


@registered
class GWDLoss(LossObject, function=losses.gwd_loss):
    """One less the likeness by Wasserstein distance of rotated boxes; see `truebox.losses.gwd_loss`.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0, 30.0]]
    >>> float(GWDLoss(unit="degrees", direction="clockwise")(boxes, boxes))
    0.0
    """


@registered
class KLDLoss(LossObject, function=losses.kld_loss):
    """One less the likeness by Kullback-Leibler divergence of rotated boxes; see `truebox.losses.kld_loss`.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0, 30.0]]
    >>> float(KLDLoss(unit="degrees", direction="clockwise")(boxes, boxes))
    0.0
    """
