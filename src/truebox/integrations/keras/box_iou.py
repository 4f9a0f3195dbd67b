"""Mean IoU of boxes as a Keras 3 metric; `truebox.integrations.keras` shows it.

Examples
--------
>>> from truebox.integrations.keras import BoxIoU
>>> BoxIoU().name
'box_iou'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from truebox.boxes.box_format import as_box_format
from truebox.errors import MissingExtraError
from truebox.overlap import elementwise_iou, unchecked

try:
    _keras: Any = import_module("keras")
except ImportError as error:
    raise MissingExtraError("keras", "keras", "truebox.integrations.keras") from error

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike

__all__ = ["BoxIoU"]


@_keras.saving.register_keras_serializable(package="truebox")
class BoxIoU(_keras.metrics.Mean):  # type: ignore[misc]  # Keras has no types
    """Mean IoU of predicted and true boxes over everything seen since the last reset.

    Parameters
    ----------
    box_format : BoxFormat or str
        What the four numbers mean, on both sides.
    name, dtype
        As in ``keras.metrics.Metric``.

    Examples
    --------
    >>> metric = BoxIoU(box_format="xyxy")
    >>> metric.update_state([[0.0, 0.0, 2.0, 4.0]], [[0.0, 0.0, 4.0, 4.0]])
    >>> float(metric.result())
    0.5
    """

    def __init__(
        self, *, box_format: BoxFormatLike = "xyxy", name: str = "box_iou", dtype: Any = None
    ) -> None:
        super().__init__(name=name, dtype=dtype)
        as_box_format(box_format)  # here, and not at the first batch
        self.box_format = box_format

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Take boxes [..., 4] into the mean; `sample_weight` [...] says how much each counts."""
        ops = _keras.ops
        true, predicted = (
            ops.reshape(ops.convert_to_tensor(boxes, dtype="float32"), (-1, 4)) for boxes in (y_true, y_pred)
        )
        if sample_weight is not None:
            sample_weight = ops.reshape(ops.convert_to_tensor(sample_weight, dtype="float32"), (-1,))
        with unchecked():  # a model that learns may answer anything, as it may inside a graph
            overlap = elementwise_iou(predicted, true, box_format=self.box_format)
        super().update_state(overlap, sample_weight=sample_weight)

    def get_config(self) -> dict[str, Any]:
        """What `from_config` needs to make this metric again."""
        return {**super().get_config(), "box_format": self.box_format}
