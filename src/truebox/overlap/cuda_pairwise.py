"""Pairwise measures of CUDA tensors nobody differentiates, by one Triton kernel; formulas do all else."""

from __future__ import annotations

from typing import Any

from truebox.overlap.array_overlap import OverlapOptions

__all__ = ["pairwise_on_cuda"]


def pairwise_on_cuda(formula: Any, boxes_a: Any, boxes_b: Any, options: OverlapOptions) -> Any | None:
    return None
