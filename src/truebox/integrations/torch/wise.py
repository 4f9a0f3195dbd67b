"""Wise-IoU as modules of PyTorch with the running mean it needs; `truebox.integrations.torch` shows them.

Examples
--------
>>> from truebox.integrations.torch import WiseIoULoss
>>> WiseIoULoss(momentum=0.1).mean_loss
tensor(1.)
"""

from __future__ import annotations

from typing import Any, ClassVar

from truebox import losses
from truebox.errors import ArgumentError, MissingExtraError
from truebox.integrations.torch.loss_module import LossModule

try:
    import torch
except ImportError as error:
    raise MissingExtraError("torch", "torch", "truebox.integrations.torch") from error

__all__ = ["WiseIoULoss", "WiseIoUV2Loss"]


class _RunningLoss(LossModule):
    """A loss that compares each box with the running mean of ``1 - iou``."""

    mean_loss: torch.Tensor
    _own: ClassVar[dict[str, Any]] = {"reduction": "mean", "momentum": 0.01}

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.momentum = self.options.pop("momentum")
        if not 0 < self.momentum <= 1:
            raise ArgumentError(f"momentum is {self.momentum!r}; expected a number above 0 and at most 1")
        self.register_buffer("mean_loss", torch.ones(()))

    def forward(
        self, prediction: torch.Tensor, target: torch.Tensor, weights: torch.Tensor | None = None
    ) -> torch.Tensor:
        """The loss of tensors [..., 4]; while training, the running mean moves towards this batch first."""
        if self.training and prediction.numel():
            batch = losses.iou_loss(
                prediction.detach(), target.detach(), box_format=self.options["box_format"], reduction="mean"
            )
            # Out of place, so that a graph made with the old mean stays valid.
            self.mean_loss = self.mean_loss + self.momentum * (
                batch.to(self.mean_loss.dtype) - self.mean_loss
            )
        return type(self)._function(
            prediction, target, weights=weights, mean_loss=self.mean_loss, **self.options
        )


class WiseIoUV2Loss(_RunningLoss, function=losses.wise_iou_v2_loss):
    """Wise-IoU version 2, with the running mean it needs; see `truebox.losses.wise_iou_v2_loss`.

    The mean is kept as in `WiseIoULoss`.

    Examples
    --------
    >>> import torch
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> WiseIoUV2Loss()(boxes, boxes)
    tensor(0.)
    """


class WiseIoULoss(_RunningLoss, function=losses.wise_iou_v3_loss):
    """Wise-IoU version 3, with the running mean it needs; see `truebox.losses.wise_iou_v3_loss`.

    The running mean of ``1 - iou`` is a buffer: it moves with the module, is saved with it, and changes only
    while the module trains. `momentum` is the share of a new batch in it, in (0, 1].

    Examples
    --------
    >>> import torch
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> WiseIoULoss()(boxes, boxes)
    tensor(0.)
    """
