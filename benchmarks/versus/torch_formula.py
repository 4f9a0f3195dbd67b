"""torchvision's pairwise formula, written with torch on the CPU (broadcast corners, clamp, divide)."""

from __future__ import annotations

from collections.abc import Callable

import torch

from benchmarks.call import Array, Call
from benchmarks.geometry_data import HEIGHT, WIDTH, GeometryData

TOOL = "torch (torchvision's formula)"


def _areas(boxes: torch.Tensor) -> torch.Tensor:
    return (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])


def _pairwise(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    top_left = torch.max(a[:, None, :2], b[:, :2])
    bottom_right = torch.min(a[:, None, 2:], b[:, 2:])
    size = (bottom_right - top_left).clamp(min=0)
    shared = size[:, :, 0] * size[:, :, 1]
    return shared / (_areas(a)[:, None] + _areas(b) - shared)


def _elementwise(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    size = (torch.min(a[:, 2:], b[:, 2:]) - torch.max(a[:, :2], b[:, :2])).clamp(min=0)
    shared = size[:, 0] * size[:, 1]
    return shared / (_areas(a) + _areas(b) - shared)


def pairwise(a: Array, b: Array) -> Call:
    left, right = torch.from_numpy(a), torch.from_numpy(b)
    return Call(lambda: _pairwise(left, right), read=lambda found: found.numpy())


def elementwise(a: Array, b: Array) -> Call:
    left, right = torch.from_numpy(a), torch.from_numpy(b)
    return Call(lambda: _elementwise(left, right), read=lambda found: found.numpy())


def geometry(data: GeometryData) -> dict[str, Call]:
    calls = {}
    for count, each in data.boxes.items():
        boxes, name = torch.from_numpy(each), f"{count:,} boxes"
        calls |= {
            f"{name}, corners to centers": _of_tensor(lambda b=boxes: _centers(b)),
            f"{name}, corners to sizes": _of_tensor(lambda b=boxes: _sizes(b)),
            f"{name}, cut at the image": _of_tensor(lambda b=boxes: _cut(b)),
            f"{name}, areas": _of_tensor(lambda b=boxes: _areas(b)),
            f"{name}, the large ones": _of_tensor(lambda b=boxes: _large(b)),
        }
    return calls


def _of_tensor(run: Callable[[], torch.Tensor]) -> Call:
    return Call(run, read=lambda found: found.numpy())


def _centers(boxes: torch.Tensor) -> torch.Tensor:
    x1, y1, x2, y2 = boxes.unbind(-1)
    return torch.stack(((x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1), dim=-1)


def _sizes(boxes: torch.Tensor) -> torch.Tensor:
    x1, y1, x2, y2 = boxes.unbind(-1)
    return torch.stack((x1, y1, x2 - x1, y2 - y1), dim=-1)


def _cut(boxes: torch.Tensor) -> torch.Tensor:
    x, y = boxes[..., 0::2].clamp(min=0, max=WIDTH), boxes[..., 1::2].clamp(min=0, max=HEIGHT)
    return torch.stack((x, y), dim=boxes.dim()).reshape(boxes.shape)


def _large(boxes: torch.Tensor) -> torch.Tensor:
    width, height = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    return torch.where((width >= 40) & (height >= 40))[0]
