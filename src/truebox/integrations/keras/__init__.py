"""The losses and an IoU metric as Keras 3 objects, on whichever backend Keras runs.

They are registered for saving, and are used like Keras' own: ``model.compile(optimizer="adam",
loss=GIoULoss(), metrics=[BoxIoU()])``. ``y_true`` and ``y_pred`` are boxes [..., 4], or [..., 5] if rotated.

Examples
--------
>>> from truebox.integrations.keras import BoxIoU, GIoULoss
>>> GIoULoss.from_config(GIoULoss(box_format="xywh").get_config()).options["box_format"]
'xywh'
"""

from __future__ import annotations

from truebox.integrations.keras.box_iou import BoxIoU
from truebox.integrations.keras.detection_metrics import DetectionMetrics
from truebox.integrations.keras.losses import (
    AlphaIoULoss,
    CIoULoss,
    DIoULoss,
    EIoULoss,
    FocalerIoULoss,
    GIoULoss,
    GWDLoss,
    InnerIoULoss,
    IoULoss,
    KLDLoss,
    LogIoULoss,
    MPDIoULoss,
    NWDLoss,
    ProbIoULoss,
    RotatedIoULoss,
    SIoULoss,
    WiseIoUV1Loss,
)
from truebox.integrations.keras.wise import WiseIoULoss, WiseIoUV2Loss

__all__ = [
    "AlphaIoULoss",
    "BoxIoU",
    "CIoULoss",
    "DIoULoss",
    "DetectionMetrics",
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
    "WiseIoULoss",
    "WiseIoUV1Loss",
    "WiseIoUV2Loss",
]
