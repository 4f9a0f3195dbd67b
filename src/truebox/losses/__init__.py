"""Losses for training: ``1 - measure``, differentiable in PyTorch, JAX, TensorFlow and Keras.

Every loss is finite, with a finite gradient, for boxes without area, equal boxes and boxes that are apart.
Modules and Keras classes are in `truebox.integrations`.

Examples
--------
>>> from truebox import losses
>>> float(losses.giou_loss([[0, 0, 4, 4]], [[0, 0, 4, 4]], reduction="mean"))
0.0
"""

from __future__ import annotations

from truebox.losses.box_losses import (
    ciou_loss,
    diou_loss,
    eiou_loss,
    giou_loss,
    iou_loss,
    mpdiou_loss,
    nwd_loss,
    siou_loss,
)
from truebox.losses.log_loss import log_iou_loss
from truebox.losses.rotated_losses import gwd_loss, kld_loss, probiou_loss, rotated_iou_loss
from truebox.losses.transforms import alpha_iou_loss, focaler_iou_loss, inner_iou_loss
from truebox.losses.wise_losses import wise_iou_v1_loss, wise_iou_v2_loss, wise_iou_v3_loss

__all__ = [
    "alpha_iou_loss",
    "ciou_loss",
    "diou_loss",
    "eiou_loss",
    "focaler_iou_loss",
    "giou_loss",
    "gwd_loss",
    "inner_iou_loss",
    "iou_loss",
    "kld_loss",
    "log_iou_loss",
    "mpdiou_loss",
    "nwd_loss",
    "probiou_loss",
    "rotated_iou_loss",
    "siou_loss",
    "wise_iou_v1_loss",
    "wise_iou_v2_loss",
    "wise_iou_v3_loss",
]
