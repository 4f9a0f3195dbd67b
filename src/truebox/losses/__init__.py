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

from truebox.losses.alpha_iou_loss import alpha_iou_loss
from truebox.losses.ciou_loss import ciou_loss
from truebox.losses.diou_loss import diou_loss
from truebox.losses.eiou_loss import eiou_loss
from truebox.losses.focaler_iou_loss import focaler_iou_loss
from truebox.losses.giou_loss import giou_loss
from truebox.losses.gwd_loss import gwd_loss
from truebox.losses.inner_iou_loss import inner_iou_loss
from truebox.losses.iou_loss import iou_loss
from truebox.losses.kld_loss import kld_loss
from truebox.losses.mpdiou_loss import mpdiou_loss
from truebox.losses.nwd_loss import nwd_loss
from truebox.losses.probiou_loss import probiou_loss
from truebox.losses.rotated_iou_loss import rotated_iou_loss
from truebox.losses.siou_loss import siou_loss
from truebox.losses.wise_iou_v1_loss import wise_iou_v1_loss
from truebox.losses.wise_iou_v2_loss import wise_iou_v2_loss
from truebox.losses.wise_iou_v3_loss import wise_iou_v3_loss

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
    "mpdiou_loss",
    "nwd_loss",
    "probiou_loss",
    "rotated_iou_loss",
    "siou_loss",
    "wise_iou_v1_loss",
    "wise_iou_v2_loss",
    "wise_iou_v3_loss",
]
