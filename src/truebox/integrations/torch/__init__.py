"""The losses as modules of PyTorch.

Each takes ``module(prediction, target, weights=None)`` with tensors [..., 4], those of rotated boxes
[..., 5], and works under ``torch.compile``, automatic mixed precision and on any device.

Examples
--------
>>> import torch
>>> from truebox.integrations.torch import GIoULoss
>>> prediction = torch.tensor([[0.0, 0.0, 4.0, 4.0]], requires_grad=True)
>>> loss = GIoULoss()(prediction, torch.tensor([[2.0, 2.0, 6.0, 6.0]]))
>>> loss.backward()
>>> bool((prediction.grad[0] < 0).all())
True
"""

from __future__ import annotations

from truebox.integrations.torch.losses import (
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
from truebox.integrations.torch.wise import WiseIoULoss, WiseIoUV2Loss

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
    "WiseIoULoss",
    "WiseIoUV1Loss",
    "WiseIoUV2Loss",
]
