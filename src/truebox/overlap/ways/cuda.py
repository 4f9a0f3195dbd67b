"""Pairwise measures of CUDA tensors that nobody differentiates, by one kernel, where Triton is installed.

The formulas do all else: they too never build an array [N, M, 2], and under ``torch.compile`` become one
kernel.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from truebox.arrays import answer_dtype, computing_dtype, has_triton, library_of
from truebox.boxes import BoxFormat
from truebox.overlap.pairs.box_pairs import PairOptions, corner_columns, image_sides
from truebox.overlap.ways.question import OverlapQuestion

__all__ = ["on_cuda", "plain_on_cuda"]

# The formulas that the Triton kernel computes, by their names.
_NAMES = frozenset({"iou", "ioa", "giou", "diou", "ciou"})
_COMPUTED = frozenset({"float32", "float64"})
# Rows from which on the kernel's own numbers, of 32 bits, would not reach the last coordinate.
_TOO_MANY = 2**29


def plain_on_cuda(formula: Any, boxes_a: Any, boxes_b: Any, box_format: Any, pixels: Any) -> Any | None:
    """[N, M] of two float tensors [N, 4] of corners on a device, before anything else is asked; else None.

    A kernel of a thousand boxes ends before the questions of the other ways are asked.
    """
    library = library_of(boxes_a)
    if not library.ready_on_cuda(boxes_a, boxes_b) or box_format != "xyxy" or pixels != "continuous":
        return None
    name, dtype = formula.__name__, boxes_a.dtype
    if name not in _NAMES or library.dtype_name(boxes_a) not in _COMPUTED or not has_triton():
        return None
    if boxes_b.dtype is not dtype or boxes_a.device != boxes_b.device:
        return None
    shapes = (*boxes_a.shape, *boxes_b.shape)
    if len(shapes) != 4 or not (shapes[1] == shapes[3] == 4 and _fit(shapes[0], shapes[2])):
        return None
    return _kernel()(name, boxes_a.contiguous(), boxes_b.contiguous(), dtype)


def _fit(rows: int, columns: int) -> bool:
    return 0 < rows < _TOO_MANY and 0 < columns < _TOO_MANY


@cache
def _kernel() -> Any:
    return import_module("truebox.overlap.ways.triton").pairwise


def on_cuda(question: OverlapQuestion) -> Any | None:
    """[N, M] on the device of the boxes, or None for whatever the kernel does not take."""
    boxes_a, boxes_b, how = question.boxes_a, question.boxes_b, question.how
    library = library_of(boxes_a)
    if not how.pairwise or not library.ready_on_cuda(boxes_a, boxes_b):
        return None
    name = question.formula.__name__
    if name not in _NAMES or not has_triton():
        return None
    if not _fit(boxes_a.shape[0], boxes_b.shape[0]) or boxes_a.shape[-1] != 4 or boxes_b.shape[-1] != 4:
        return None
    dtype = answer_dtype(library.dtype_name(boxes_a), library.dtype_name(boxes_b), library.default_float)
    computed = computing_dtype(dtype)
    corners = [_corners(library, library.cast(boxes, computed), how) for boxes in (boxes_a, boxes_b)]
    out_dtype = getattr(library.xp, dtype)
    return _kernel()(name, *corners, out_dtype)


def _corners(library: Any, boxes: Any, how: PairOptions) -> Any:
    """[N, 4], contiguous; boxes that are corners already as they are."""
    if how.layout is BoxFormat.XYXY and how.pixels == "continuous":
        return boxes.contiguous()
    return library.stack(corner_columns(library, boxes, how, image_sides(how), None)).contiguous()
