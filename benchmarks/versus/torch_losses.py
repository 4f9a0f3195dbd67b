"""torchvision's losses of boxes, written with torch: intersections by a mask, 1e-7 beside every divisor."""

from __future__ import annotations

import math
from collections.abc import Callable

import torch

from benchmarks.call import Call
from benchmarks.losses_data import LossesData

TOOL = "torch (torchvision's formula)"
_EPSILON = 1e-7

Tensor = torch.Tensor


def _iou(a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    x1, y1, x2, y2 = a.unbind(dim=-1)
    x1g, y1g, x2g, y2g = b.unbind(dim=-1)
    left, top, right, bottom = torch.max(x1, x1g), torch.max(y1, y1g), torch.min(x2, x2g), torch.min(y2, y2g)
    shared = torch.zeros_like(x1)
    meets = (bottom > top) & (right > left)
    shared[meets] = (right[meets] - left[meets]) * (bottom[meets] - top[meets])
    union = (x2 - x1) * (y2 - y1) + (x2g - x1g) * (y2g - y1g) - shared
    return shared / (union + _EPSILON), union


def _around(a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    x1, y1, x2, y2 = a.unbind(dim=-1)
    x1g, y1g, x2g, y2g = b.unbind(dim=-1)
    return torch.max(x2, x2g) - torch.min(x1, x1g), torch.max(y2, y2g) - torch.min(y1, y1g)


def _iou_loss(a: Tensor, b: Tensor) -> Tensor:
    return (1 - _iou(a, b)[0]).mean()


def _giou_loss(a: Tensor, b: Tensor) -> Tensor:
    iou, union = _iou(a, b)
    width, height = _around(a, b)
    whole = width * height
    return (1 - (iou - (whole - union) / (whole + _EPSILON))).mean()


def _diou(a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    iou, _union = _iou(a, b)
    width, height = _around(a, b)
    x1, y1, x2, y2 = a.unbind(dim=-1)
    x1g, y1g, x2g, y2g = b.unbind(dim=-1)
    diagonal = width**2 + height**2 + _EPSILON
    away = ((x2 + x1) / 2 - (x1g + x2g) / 2) ** 2 + ((y2 + y1) / 2 - (y1g + y2g) / 2) ** 2
    return 1 - iou + away / diagonal, iou


def _diou_loss(a: Tensor, b: Tensor) -> Tensor:
    return _diou(a, b)[0].mean()


def _ciou_loss(a: Tensor, b: Tensor) -> Tensor:
    loss, iou = _diou(a, b)
    x1, y1, x2, y2 = a.unbind(dim=-1)
    x1g, y1g, x2g, y2g = b.unbind(dim=-1)
    shape = torch.atan((x2g - x1g) / (y2g - y1g)) - torch.atan((x2 - x1) / (y2 - y1))
    unlike = 4 / math.pi**2 * shape**2
    with torch.no_grad():
        weight = unlike / (1 - iou + unlike + _EPSILON)
    return (loss + weight * unlike).mean()


_LOSSES: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "iou": _iou_loss,
    "giou": _giou_loss,
    "diou": _diou_loss,
    "ciou": _ciou_loss,
}


def losses(data: LossesData) -> dict[str, Call]:
    from benchmarks.losses import gradients

    return {
        f"{name} loss, {count:,} pairs": gradients(loss_of, pair)
        for count, pair in data.pairs.items()
        for name, loss_of in _LOSSES.items()
    }
