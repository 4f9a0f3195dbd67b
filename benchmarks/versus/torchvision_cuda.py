"""torchvision's kernels on a CUDA device, and its formulas where it has no kernel."""

from __future__ import annotations

import torch
from torchvision import ops

from benchmarks.call import Array, Call

TOOL = "torchvision"
_PAIRWISE = {
    "iou": ops.box_iou,
    "giou": ops.generalized_box_iou,
    "diou": ops.distance_box_iou,
    "ciou": ops.complete_box_iou,
}


def device_pairwise(a: torch.Tensor, b: torch.Tensor) -> dict[str, Call]:
    return {
        name: Call(lambda measure=measure: measure(a, b), read=_fetched)
        for name, measure in _PAIRWISE.items()
    }


def device_suppress(
    boxes: torch.Tensor, scores: torch.Tensor, labels: torch.Tensor | None, threshold: float
) -> Call:
    if labels is None:
        return Call(lambda: ops.nms(boxes, scores, threshold), read=_fetched)
    return Call(lambda: ops.batched_nms(boxes, scores, labels, threshold), read=_fetched)


def _fetched(found: torch.Tensor) -> Array:
    return found.cpu().numpy()
