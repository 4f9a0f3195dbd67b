"""torchvision's pairwise formula, written with torch on the CPU (broadcast corners, clamp, divide)."""

from __future__ import annotations

import torch

from benchmarks.call import Array, Call

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
