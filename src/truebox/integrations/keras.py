"""The losses and an IoU metric as Keras 3 objects, on whichever backend Keras runs.

They are registered for saving, and are used like Keras' own: ``model.compile(optimizer="adam",
loss=GIoULoss(), metrics=[BoxIoU()])``. ``y_true`` and ``y_pred`` are boxes [..., 4].

Examples
--------
>>> from truebox.integrations.keras import BoxIoU, GIoULoss
>>> GIoULoss.from_config(GIoULoss(box_format="xywh").get_config()).box_format
'xywh'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, ClassVar

from truebox import losses
from truebox.errors import MissingExtraError
from truebox.integrations.keras_box_iou import BoxIoU

try:
    _keras: Any = import_module("keras")
except ImportError as error:
    raise MissingExtraError("keras", "keras", "truebox.integrations.keras") from error

__all__ = [
    "AlphaIoULoss",
    "BoxIoU",
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

_register = _keras.saving.register_keras_serializable(package="truebox")


class _BoxLoss(_keras.losses.Loss):  # type: ignore[misc]  # Keras has no types
    """A loss function with its options, as a Keras loss."""

    _function: ClassVar[Callable[..., Any]]

    def __init__(
        self,
        *,
        box_format: str = "xyxy",
        image_size: Sequence[float] | None = None,
        name: str | None = None,
        reduction: str = "sum_over_batch_size",
        dtype: Any = None,
        **parameters: Any,
    ) -> None:
        super().__init__(name=name, reduction=reduction, dtype=dtype)
        self.box_format = box_format
        self.image_size = None if image_size is None else tuple(image_size)
        self._parameters = parameters

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """The loss of each box, [...]; Keras weighs and reduces."""
        return type(self)._function(
            y_pred, y_true, box_format=self.box_format, image_size=self.image_size, **self._parameters
        )

    def get_config(self) -> dict[str, Any]:
        """What `from_config` needs to make this loss again."""
        own = {"box_format": self.box_format, "image_size": self.image_size, **self._parameters}
        return {**super().get_config(), **own}


@_register
class IoULoss(_BoxLoss):
    """One less IoU; see `truebox.losses.iou_loss`.

    Parameters
    ----------
    box_format, image_size
        As in the function.
    name, reduction, dtype
        As in ``keras.losses.Loss``, by name.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(IoULoss()(boxes, boxes))
    0.0
    """

    _function = staticmethod(losses.iou_loss)


@_register
class GIoULoss(_BoxLoss):
    """One less generalised IoU; see `truebox.losses.giou_loss`.

    Parameters
    ----------
    box_format, image_size
        As in the function.
    name, reduction, dtype
        As in ``keras.losses.Loss``, by name.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(GIoULoss()(boxes, boxes))
    0.0
    """

    _function = staticmethod(losses.giou_loss)


@_register
class DIoULoss(_BoxLoss):
    """One less distance-IoU; see `truebox.losses.diou_loss`.

    Parameters
    ----------
    box_format, image_size
        As in the function.
    name, reduction, dtype
        As in ``keras.losses.Loss``, by name.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(DIoULoss()(boxes, boxes))
    0.0
    """

    _function = staticmethod(losses.diou_loss)


@_register
class CIoULoss(_BoxLoss):
    """One less complete IoU; see `truebox.losses.ciou_loss`.

    Parameters
    ----------
    box_format, image_size
        As in the function.
    name, reduction, dtype
        As in ``keras.losses.Loss``, by name.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(CIoULoss()(boxes, boxes))
    0.0
    """

    _function = staticmethod(losses.ciou_loss)


@_register
class EIoULoss(_BoxLoss):
    """One less efficient IoU; see `truebox.losses.eiou_loss`.

    Parameters
    ----------
    box_format, image_size
        As in the function.
    name, reduction, dtype
        As in ``keras.losses.Loss``, by name.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(EIoULoss()(boxes, boxes))
    0.0
    """

    _function = staticmethod(losses.eiou_loss)


@_register
class SIoULoss(_BoxLoss):
    """One less SIoU; see `truebox.losses.siou_loss`.

    Parameters
    ----------
    box_format, image_size
        As in the function.
    name, reduction, dtype
        As in ``keras.losses.Loss``, by name.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(SIoULoss()(boxes, boxes))
    0.0
    """

    _function = staticmethod(losses.siou_loss)


@_register
class MPDIoULoss(_BoxLoss):
    """One less minimum-point-distance IoU, which needs an image size; see `truebox.losses.mpdiou_loss`.

    Parameters
    ----------
    box_format, image_size
        As in the function.
    name, reduction, dtype
        As in ``keras.losses.Loss``, by name.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(MPDIoULoss(image_size=(640, 480))(boxes, boxes))
    0.0
    """

    _function = staticmethod(losses.mpdiou_loss)


@_register
class NWDLoss(_BoxLoss):
    """One less the normalised Wasserstein distance; see `truebox.losses.nwd_loss`.

    Parameters
    ----------
    box_format, image_size, constant
        As in the function.
    name, reduction, dtype
        As in ``keras.losses.Loss``, by name.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(NWDLoss()(boxes, boxes))
    0.0
    """

    _function = staticmethod(losses.nwd_loss)

    def __init__(
        self,
        *,
        box_format: str = "xyxy",
        image_size: Sequence[float] | None = None,
        constant: float = 12.8,
        **loss: Any,
    ) -> None:
        super().__init__(box_format=box_format, image_size=image_size, constant=constant, **loss)


@_register
class InnerIoULoss(_BoxLoss):
    """A loss with the IoU of resized boxes in it; see `truebox.losses.inner_iou_loss`.

    Parameters
    ----------
    box_format, image_size, ratio, base
        As in the function.
    name, reduction, dtype
        As in ``keras.losses.Loss``, by name.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(InnerIoULoss()(boxes, boxes))
    0.0
    """

    _function = staticmethod(losses.inner_iou_loss)

    def __init__(
        self,
        *,
        box_format: str = "xyxy",
        image_size: Sequence[float] | None = None,
        ratio: float = 0.7,
        base: str = "iou",
        **loss: Any,
    ) -> None:
        super().__init__(box_format=box_format, image_size=image_size, ratio=ratio, base=base, **loss)


@_register
class FocalerIoULoss(_BoxLoss):
    """A loss with an interval of IoU stretched; see `truebox.losses.focaler_iou_loss`.

    Parameters
    ----------
    box_format, image_size, low, high, base
        As in the function.
    name, reduction, dtype
        As in ``keras.losses.Loss``, by name.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(FocalerIoULoss()(boxes, boxes))
    0.0
    """

    _function = staticmethod(losses.focaler_iou_loss)

    def __init__(
        self,
        *,
        box_format: str = "xyxy",
        image_size: Sequence[float] | None = None,
        low: float = 0.0,
        high: float = 0.95,
        base: str = "iou",
        **loss: Any,
    ) -> None:
        super().__init__(box_format=box_format, image_size=image_size, low=low, high=high, base=base, **loss)


@_register
class AlphaIoULoss(_BoxLoss):
    """A loss with powers of IoU and penalties; see `truebox.losses.alpha_iou_loss`.

    Parameters
    ----------
    box_format, image_size, alpha, base
        As in the function.
    name, reduction, dtype
        As in ``keras.losses.Loss``, by name.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(AlphaIoULoss()(boxes, boxes))
    0.0
    """

    _function = staticmethod(losses.alpha_iou_loss)

    def __init__(
        self,
        *,
        box_format: str = "xyxy",
        image_size: Sequence[float] | None = None,
        alpha: float = 3.0,
        base: str = "iou",
        **loss: Any,
    ) -> None:
        super().__init__(box_format=box_format, image_size=image_size, alpha=alpha, base=base, **loss)


@_register
class WiseIoULoss(_BoxLoss):
    """Wise-IoU version 1, which keeps no running mean; see `truebox.losses.wise_iou_v1_loss`.

    Parameters
    ----------
    box_format, image_size
        As in the function.
    name, reduction, dtype
        As in ``keras.losses.Loss``, by name.

    Examples
    --------
    >>> boxes = [[0.0, 0.0, 4.0, 4.0]]
    >>> float(WiseIoULoss()(boxes, boxes))
    0.0
    """

    _function = staticmethod(losses.wise_iou_v1_loss)
