"""A loss function with its options as a module of PyTorch; `truebox.integrations.torch` holds them all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from truebox.errors import MissingExtraError
from truebox.integrations.loss_options import chosen_options, class_signature, described, options_of

try:
    import torch
except ImportError as error:
    raise MissingExtraError("torch", "torch", "truebox.integrations.torch") from error

__all__ = ["LossModule"]


class LossModule(torch.nn.Module):
    """Base of the modules: ``class GIoULoss(LossModule, function=losses.giou_loss)``.

    Parameters
    ----------
    options
        Those of the function, by name; `reduction` is "mean" by default.

    Examples
    --------
    >>> from truebox import losses
    >>> class Loss(LossModule, function=losses.iou_loss):
    ...     pass
    >>> Loss(box_format="xywh")
    Loss(box_format='xywh', reduction='mean')
    """

    _function: ClassVar[Callable[..., torch.Tensor]]
    _defaults: ClassVar[dict[str, Any]] = {}
    _own: ClassVar[dict[str, Any]] = {"reduction": "mean"}

    def __init_subclass__(cls, function: Callable[..., Any] | None = None, **options: Any) -> None:
        super().__init_subclass__(**options)
        if function is None:
            return
        cls._function = staticmethod(function)
        cls._defaults = {**options_of(function), **cls._own}
        if "__init__" not in cls.__dict__:
            cls.__signature__ = class_signature(cls._defaults)  # type: ignore[attr-defined]
        note = 'As in the function, by name; here `reduction` is "mean" by default.'
        cls.__doc__ = described(cls.__doc__ or "", cls._defaults, note)

    def __init__(self, **options: Any) -> None:
        super().__init__()
        self.options = chosen_options(type(self).__name__, self._defaults, options)

    def forward(
        self, prediction: torch.Tensor, target: torch.Tensor, weights: torch.Tensor | None = None
    ) -> torch.Tensor:
        """The loss of tensors [..., 4], or [..., 5] if rotated; `weights` [...] says how much each counts."""
        return type(self)._function(prediction, target, weights=weights, **self.options)

    def extra_repr(self) -> str:
        """The options that were given."""
        return ", ".join(f"{name}={value!r}" for name, value in self.options.items() if value is not None)
