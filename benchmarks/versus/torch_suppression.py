"""torchvision's greedy algorithm, written with torch on the CPU: each kept box against all boxes after it."""

from __future__ import annotations

import torch

from benchmarks.call import Array, Call
from benchmarks.few_boxes_data import FewBoxesData

TOOL = "torch (torchvision's algorithm)"


def _rows(boxes: torch.Tensor, scores: torch.Tensor, threshold: float) -> torch.Tensor:
    x1, y1, x2, y2 = boxes.unbind(1)
    areas = (x2 - x1) * (y2 - y1)
    left = torch.sort(scores, stable=True, descending=True).indices
    kept = []
    while len(left):
        best, left = left[0], left[1:]
        kept.append(best)
        width = (torch.minimum(x2[best], x2[left]) - torch.maximum(x1[best], x1[left])).clamp(min=0)
        height = (torch.minimum(y2[best], y2[left]) - torch.maximum(y1[best], y1[left])).clamp(min=0)
        shared = width * height
        left = left[(shared / (areas[best] + areas[left] - shared)).double() <= threshold]
    return torch.stack(kept)


def suppress(boxes: Array, scores: Array, threshold: float) -> Call:
    tensors = torch.from_numpy(boxes), torch.from_numpy(scores)
    return Call(lambda: _rows(*tensors, threshold), read=lambda found: found.numpy())


def few_boxes(data: FewBoxesData) -> dict[str, Call]:
    return {
        f"{count} boxes suppressed": suppress(*scored, data.threshold)
        for count, scored in data.scored.items()
    }
