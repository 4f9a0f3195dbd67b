"""A loss function with its options as a Keras 3 loss; `truebox.integrations.keras` holds them all."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, ClassVar

from truebox.errors import MissingExtraError
from truebox.integrations.loss_options import chosen_options, class_signature, described, options_of

try:
    keras: Any = import_module("keras")
except ImportError as error:
    raise MissingExtraError("keras", "keras", "truebox.integrations.keras") from error

__all__ = ["LossObject", "registered"]

# Under this name Keras finds a class again when it loads a model.
registered = keras.saving.register_keras_serializable(package="truebox")


class LossObject(keras.losses.Loss):  # type: ignore[misc]  # Keras has no types
    """Base of the losses: ``class GIoULoss(LossObject, function=losses.giou_loss)``.

    Parameters
    ----------
    options
        Those of the function, and `name`, `reduction` and `dtype` of ``keras.losses.Loss``, by name.

    Examples
    --------
    >>> from truebox import losses
    >>> class Loss(LossObject, function=losses.iou_loss):
    ...     pass
    >>> Loss(box_format="xywh").get_config()["box_format"]
    'xywh'
    """

    _function: ClassVar[Callable[..., Any]]
    _defaults: ClassVar[dict[str, Any]] = {}
    _own: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls, function: Callable[..., Any] | None = None, **options: Any) -> None:
        super().__init_subclass__(**options)
        if function is None:
            return
        cls._function = staticmethod(function)
        cls._defaults = {**options_of(function), **cls._own}
        of_keras = {"name": None, "reduction": "sum_over_batch_size", "dtype": None}
        shown = {**cls._defaults, **of_keras}
        cls.__signature__ = class_signature(shown)
        note = "As in the function, and as in ``keras.losses.Loss``, by name."
        cls.__doc__ = described(cls.__doc__ or "", shown, note)

    def __init__(
        self,
        *,
        name: str | None = None,
        reduction: str = "sum_over_batch_size",
        dtype: Any = None,
        **options: Any,
    ) -> None:
        super().__init__(name=name, reduction=reduction, dtype=dtype)
        self.options = chosen_options(type(self).__name__, self._defaults, options)
        if self.options.get("image_size") is not None:
            self.options["image_size"] = tuple(self.options["image_size"])

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """The loss of each box, [...]; Keras weighs and reduces."""
        return type(self)._function(y_pred, y_true, **self.options)

    def get_config(self) -> dict[str, Any]:
        """What `from_config` needs to make this loss again."""
        return {**super().get_config(), **self.options}
