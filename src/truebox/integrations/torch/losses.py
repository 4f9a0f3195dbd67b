"""A module of PyTorch for each loss that keeps no state; `truebox.integrations.torch` shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebox import losses
from truebox.integrations.torch.loss_module import LossModule

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


class IoULoss(LossModule, function=losses.iou_loss):
    """One less IoU; see `truebox.losses.iou_loss`.

    Examples
    --------
    >>> import torch
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> IoULoss()(boxes, boxes)
    tensor(0.)
    """


class GIoULoss(LossModule, function=losses.giou_loss):
    """One less generalised IoU; see `truebox.losses.giou_loss`.

    Examples
    --------
    >>> import torch
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> GIoULoss()(boxes, boxes)
    tensor(0.)
    """


class DIoULoss(LossModule, function=losses.diou_loss):
    """One less distance-IoU; see `truebox.losses.diou_loss`.

    Examples
    --------
    >>> import torch
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> DIoULoss()(boxes, boxes)
    tensor(0.)
    """


class CIoULoss(LossModule, function=losses.ciou_loss):
    """One less complete IoU; see `truebox.losses.ciou_loss`.

    Examples
    --------
    >>> import torch
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> CIoULoss()(boxes, boxes)
    tensor(0.)
    """


class EIoULoss(LossModule, function=losses.eiou_loss):
    """One less efficient IoU; see `truebox.losses.eiou_loss`.

    Examples
    --------
    >>> import torch
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> EIoULoss()(boxes, boxes)
    tensor(0.)
    """


class SIoULoss(LossModule, function=losses.siou_loss):
    """One less SIoU; see `truebox.losses.siou_loss`.

    Examples
    --------
    >>> import torch
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> SIoULoss()(boxes, boxes)
    tensor(0.)
    """


class MPDIoULoss(LossModule, function=losses.mpdiou_loss):
    """One less minimum-point-distance IoU, which needs an image size; see `truebox.losses.mpdiou_loss`.

    Examples
    --------
    >>> import torch
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> MPDIoULoss((640, 480))(boxes, boxes)
    tensor(0.)
    """

    def __init__(self, image_size: Sequence[float], **options: Any) -> None:
        super().__init__(image_size=image_size, **options)


class NWDLoss(LossModule, function=losses.nwd_loss):
    """One less the normalised Wasserstein distance; see `truebox.losses.nwd_loss`.

    Examples
    --------
    >>> import torch
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> NWDLoss()(boxes, boxes)
    tensor(0.)
    """


class InnerIoULoss(LossModule, function=losses.inner_iou_loss):
    """A loss with the IoU of resized boxes in it; see `truebox.losses.inner_iou_loss`.

    Examples
    --------
    >>> import torch
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> InnerIoULoss()(boxes, boxes)
    tensor(0.)
    """


class FocalerIoULoss(LossModule, function=losses.focaler_iou_loss):
    """A loss with an interval of IoU stretched; see `truebox.losses.focaler_iou_loss`.

    Examples
    --------
    >>> import torch
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> FocalerIoULoss()(boxes, boxes)
    tensor(0.)
    """


class LogIoULoss(LossModule, function=losses.log_iou_loss):
    """Minus the logarithm of IoU; see `truebox.losses.log_iou_loss`.

    Examples
    --------
    >>> import torch
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> LogIoULoss()(boxes, boxes).abs()
    tensor(0.)
    """


class AlphaIoULoss(LossModule, function=losses.alpha_iou_loss):
    """A loss with powers of IoU and penalties; see `truebox.losses.alpha_iou_loss`.

    Examples
    --------
    >>> import torch
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> AlphaIoULoss()(boxes, boxes)
    tensor(0.)
    """


class WiseIoUV1Loss(LossModule, function=losses.wise_iou_v1_loss):
    """Wise-IoU version 1, which keeps no running mean; see `truebox.losses.wise_iou_v1_loss`.

    Examples
    --------
    >>> import torch
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> WiseIoUV1Loss()(boxes, boxes)
    tensor(0.)
    """


class RotatedIoULoss(LossModule, function=losses.rotated_iou_loss):
    """One less IoU of rotated boxes; see `truebox.losses.rotated_iou_loss`.

    Examples
    --------
    >>> import torch
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0, 30.0]])
    >>> RotatedIoULoss(unit="degrees", direction="clockwise")(boxes, boxes).round(decimals=6)
    tensor(0.)
    """


class ProbIoULoss(LossModule, function=losses.probiou_loss):
    """One less ProbIoU of rotated boxes; see `truebox.losses.probiou_loss`.

    Examples
    --------
    >>> import torch
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0, 30.0]])
    >>> ProbIoULoss(unit="degrees", direction="clockwise")(boxes, boxes)
    tensor(0.)
    """


class GWDLoss(LossModule, function=losses.gwd_loss):
    """One less the likeness by Wasserstein distance of rotated boxes; see `truebox.losses.gwd_loss`.

    Examples
    --------
    >>> import torch
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0, 30.0]])
    >>> GWDLoss(unit="degrees", direction="clockwise")(boxes, boxes)
    tensor(0.)
    """


class KLDLoss(LossModule, function=losses.kld_loss):
    """One less the likeness by Kullback-Leibler divergence of rotated boxes; see `truebox.losses.kld_loss`.

    Examples
    --------
    >>> import torch
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0, 30.0]])
    >>> KLDLoss(unit="degrees", direction="clockwise")(boxes, boxes)
    tensor(0.)
    """
