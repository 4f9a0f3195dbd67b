"""Wise-IoU as Keras 3 losses that keep the running mean it needs; `truebox.integrations.keras` shows them.

Examples
--------
>>> from truebox.integrations.keras import WiseIoULoss
>>> WiseIoULoss(momentum=0.1).get_config()["mean_loss"]
1.0
"""

from __future__ import annotations

from typing import Any, ClassVar

from truebox import losses
from truebox.errors import ArgumentError
from truebox.integrations.keras.loss_object import LossObject, keras, registered

__all__ = ["WiseIoULoss", "WiseIoUV2Loss"]


class _RunningLoss(LossObject):
    """A loss that compares each box with the running mean of ``1 - iou``."""

    _own: ClassVar[dict[str, Any]] = {"momentum": 0.01, "mean_loss": 1.0}

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.momentum = self.options.pop("momentum")
        if not 0 < self.momentum <= 1:
            raise ArgumentError(f"momentum is {self.momentum!r}; expected a number above 0 and at most 1")
        # The name is that of the layers' variables: Keras has none for the state of a loss.
        self.mean_loss = keras.Variable(
            float(self.options.pop("mean_loss")), trainable=False, dtype="float32", name="mean_loss"
        )

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """The loss of each box, [...]; the running mean moves towards this batch first."""
        # Of a list, Keras makes a list of tensors.
        true, predicted = (keras.ops.convert_to_tensor(boxes) for boxes in (y_true, y_pred))
        return type(self)._function(predicted, true, mean_loss=self._moved(true, predicted), **self.options)

    def _moved(self, y_true: Any, y_pred: Any) -> Any:
        # A training step of JAX changes what belongs to the model, and this does not.
        if keras.backend.backend() == "jax":
            return None
        ops = keras.ops
        batch = losses.iou_loss(
            ops.stop_gradient(y_pred), y_true, box_format=self.options["box_format"], reduction="mean"
        )
        moved = self.mean_loss + self.momentum * (ops.cast(batch, "float32") - self.mean_loss)
        self.mean_loss.assign(ops.where(ops.size(y_pred) > 0, moved, self.mean_loss))
        return ops.cast(self.mean_loss.value, y_pred.dtype)

    def get_config(self) -> dict[str, Any]:
        """What `from_config` needs to make this loss again, the mean it has reached among it."""
        reached = float(self.mean_loss.value)
        return {**super().get_config(), "momentum": self.momentum, "mean_loss": reached}


@registered
class WiseIoUV2Loss(_RunningLoss, function=losses.wise_iou_v2_loss):
    """Wise-IoU version 2, with the running mean it needs; see `truebox.losses.wise_iou_v2_loss`.

    The mean is kept as in `WiseIoULoss`.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(WiseIoUV2Loss()(boxes, boxes))
    0.0
    """


@registered
class WiseIoULoss(_RunningLoss, function=losses.wise_iou_v3_loss):
    """Wise-IoU version 3, with the running mean it needs; see `truebox.losses.wise_iou_v3_loss`.

    The running mean of ``1 - iou``, a variable that is not trained, begins at `mean_loss` and moves by
    `momentum`, in (0, 1], towards every batch the loss is called with: also while a model is evaluated, as
    Keras does not tell a loss which it is. It is saved with the compiled model. With JAX as the backend the
    mean is that of the batch, as a training step there keeps no state outside the model.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(WiseIoULoss()(boxes, boxes))
    0.0
    """
