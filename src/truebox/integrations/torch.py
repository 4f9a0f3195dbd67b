"""The losses as modules of PyTorch.

Each takes ``module(prediction, target, weights=None)`` with tensors [..., 4], and works under
``torch.compile``, automatic mixed precision and on any device.

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

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from truebox import losses
from truebox.errors import ArgumentError, MissingExtraError
from truebox.losses.alpha_iou_loss import AlphaBase
from truebox.losses.base_formula import Base
from truebox.losses.box_loss import Reduction

try:
    import torch
except ImportError as error:
    raise MissingExtraError("torch", "torch", "truebox.integrations.torch") from error

__all__ = [
    "AlphaIoULoss",
    "CIoULoss",
    "DIoULoss",
    "EIoULoss",
    "FocalerIoULoss",
    "GIoULoss",
    "InnerIoULoss",
    "IoULoss",
    "MPDIoULoss",
    "NWDLoss",
    "SIoULoss",
    "WiseIoULoss",
]


class _BoxLoss(torch.nn.Module):
    """A loss function with its options, as a module."""

    _function: ClassVar[Callable[..., Any]]

    def __init__(
        self,
        *,
        box_format: str = "xyxy",
        reduction: Reduction = "mean",
        image_size: Sequence[float] | None = None,
        **parameters: Any,
    ) -> None:
        super().__init__()
        self.options = {
            "box_format": box_format,
            "reduction": reduction,
            "image_size": image_size,
            **parameters,
        }

    def forward(
        self, prediction: torch.Tensor, target: torch.Tensor, weights: torch.Tensor | None = None
    ) -> torch.Tensor:
        """The loss of tensors [..., 4]; `weights` [...] says how much each box counts."""
        loss: torch.Tensor = type(self)._function(prediction, target, weights=weights, **self.options)
        return loss

    def extra_repr(self) -> str:
        """The options that were given."""
        return ", ".join(f"{name}={value!r}" for name, value in self.options.items() if value is not None)


class IoULoss(_BoxLoss):
    """One less IoU; see `truebox.losses.iou_loss`.

    Parameters
    ----------
    box_format, reduction, image_size
        As in the function; here `reduction` is "mean" by default.

    Examples
    --------
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> IoULoss()(boxes, boxes)
    tensor(0.)
    """

    _function = staticmethod(losses.iou_loss)


class GIoULoss(_BoxLoss):
    """One less generalised IoU; see `truebox.losses.giou_loss`.

    Parameters
    ----------
    box_format, reduction, image_size
        As in the function; here `reduction` is "mean" by default.

    Examples
    --------
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> GIoULoss()(boxes, boxes)
    tensor(0.)
    """

    _function = staticmethod(losses.giou_loss)


class DIoULoss(_BoxLoss):
    """One less distance-IoU; see `truebox.losses.diou_loss`.

    Parameters
    ----------
    box_format, reduction, image_size
        As in the function; here `reduction` is "mean" by default.

    Examples
    --------
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> DIoULoss()(boxes, boxes)
    tensor(0.)
    """

    _function = staticmethod(losses.diou_loss)


class CIoULoss(_BoxLoss):
    """One less complete IoU; see `truebox.losses.ciou_loss`.

    Parameters
    ----------
    box_format, reduction, image_size
        As in the function; here `reduction` is "mean" by default.

    Examples
    --------
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> CIoULoss()(boxes, boxes)
    tensor(0.)
    """

    _function = staticmethod(losses.ciou_loss)


class EIoULoss(_BoxLoss):
    """One less efficient IoU; see `truebox.losses.eiou_loss`.

    Parameters
    ----------
    box_format, reduction, image_size
        As in the function; here `reduction` is "mean" by default.

    Examples
    --------
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> EIoULoss()(boxes, boxes)
    tensor(0.)
    """

    _function = staticmethod(losses.eiou_loss)


class SIoULoss(_BoxLoss):
    """One less SIoU; see `truebox.losses.siou_loss`.

    Parameters
    ----------
    box_format, reduction, image_size
        As in the function; here `reduction` is "mean" by default.

    Examples
    --------
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> SIoULoss()(boxes, boxes)
    tensor(0.)
    """

    _function = staticmethod(losses.siou_loss)


class NWDLoss(_BoxLoss):
    """One less the normalised Wasserstein distance; see `truebox.losses.nwd_loss`.

    Parameters
    ----------
    box_format, reduction, image_size, constant
        As in the function; here `reduction` is "mean" by default.

    Examples
    --------
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> NWDLoss()(boxes, boxes)
    tensor(0.)
    """

    _function = staticmethod(losses.nwd_loss)

    def __init__(
        self,
        *,
        box_format: str = "xyxy",
        reduction: Reduction = "mean",
        image_size: Sequence[float] | None = None,
        constant: float = 12.8,
    ) -> None:
        super().__init__(box_format=box_format, reduction=reduction, image_size=image_size, constant=constant)


class InnerIoULoss(_BoxLoss):
    """A loss with the IoU of resized boxes in it; see `truebox.losses.inner_iou_loss`.

    Parameters
    ----------
    box_format, reduction, image_size, ratio, base
        As in the function; here `reduction` is "mean" by default.

    Examples
    --------
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> InnerIoULoss()(boxes, boxes)
    tensor(0.)
    """

    _function = staticmethod(losses.inner_iou_loss)

    def __init__(
        self,
        *,
        box_format: str = "xyxy",
        reduction: Reduction = "mean",
        image_size: Sequence[float] | None = None,
        ratio: float = 0.7,
        base: Base = "iou",
    ) -> None:
        super().__init__(
            box_format=box_format, reduction=reduction, image_size=image_size, ratio=ratio, base=base
        )


class FocalerIoULoss(_BoxLoss):
    """A loss with an interval of IoU stretched; see `truebox.losses.focaler_iou_loss`.

    Parameters
    ----------
    box_format, reduction, image_size, low, high, base
        As in the function; here `reduction` is "mean" by default.

    Examples
    --------
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> FocalerIoULoss()(boxes, boxes)
    tensor(0.)
    """

    _function = staticmethod(losses.focaler_iou_loss)

    def __init__(
        self,
        *,
        box_format: str = "xyxy",
        reduction: Reduction = "mean",
        image_size: Sequence[float] | None = None,
        low: float = 0.0,
        high: float = 0.95,
        base: Base = "iou",
    ) -> None:
        super().__init__(
            box_format=box_format, reduction=reduction, image_size=image_size, low=low, high=high, base=base
        )


class AlphaIoULoss(_BoxLoss):
    """A loss with powers of IoU and penalties; see `truebox.losses.alpha_iou_loss`.

    Parameters
    ----------
    box_format, reduction, image_size, alpha, base
        As in the function; here `reduction` is "mean" by default.

    Examples
    --------
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> AlphaIoULoss()(boxes, boxes)
    tensor(0.)
    """

    _function = staticmethod(losses.alpha_iou_loss)

    def __init__(
        self,
        *,
        box_format: str = "xyxy",
        reduction: Reduction = "mean",
        image_size: Sequence[float] | None = None,
        alpha: float = 3.0,
        base: AlphaBase = "iou",
    ) -> None:
        super().__init__(
            box_format=box_format, reduction=reduction, image_size=image_size, alpha=alpha, base=base
        )


class MPDIoULoss(_BoxLoss):
    """One less minimum-point-distance IoU; see `truebox.losses.mpdiou_loss`.

    Parameters
    ----------
    image_size : (width, height)
        Its diagonal divides.
    box_format, reduction
        As in the function; here `reduction` is "mean" by default.

    Examples
    --------
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> MPDIoULoss((640, 480))(boxes, boxes)
    tensor(0.)
    """

    _function = staticmethod(losses.mpdiou_loss)

    def __init__(
        self, image_size: Sequence[float], *, box_format: str = "xyxy", reduction: Reduction = "mean"
    ) -> None:
        super().__init__(box_format=box_format, reduction=reduction, image_size=image_size)


class WiseIoULoss(_BoxLoss):
    """Wise-IoU version 3, with the running mean it needs; see `truebox.losses.wise_iou_v3_loss`.

    The running mean of ``1 - iou`` is a buffer: it moves with the module, is saved with it, and changes only
    while the module trains. For versions 1 and 2 call the functions.

    Parameters
    ----------
    box_format, reduction, image_size, alpha, delta
        As in the function; here `reduction` is "mean" by default.
    momentum : float
        Share of a new batch in the running mean, in (0, 1].

    Examples
    --------
    >>> boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])
    >>> WiseIoULoss()(boxes, boxes)
    tensor(0.)
    """

    mean_loss: torch.Tensor
    _function = staticmethod(losses.wise_iou_v3_loss)

    def __init__(
        self,
        *,
        box_format: str = "xyxy",
        reduction: Reduction = "mean",
        image_size: Sequence[float] | None = None,
        alpha: float = 1.9,
        delta: float = 3.0,
        momentum: float = 0.01,
    ) -> None:
        super().__init__(
            box_format=box_format, reduction=reduction, image_size=image_size, alpha=alpha, delta=delta
        )
        if not 0 < momentum <= 1:
            raise ArgumentError(f"momentum is {momentum!r}; expected a number above 0 and at most 1")
        self.momentum = momentum
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
        loss: torch.Tensor = losses.wise_iou_v3_loss(
            prediction, target, weights=weights, mean_loss=self.mean_loss, **self.options
        )
        return loss
