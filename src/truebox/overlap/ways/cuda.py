"""Pairwise measures of CUDA tensors that nobody differentiates, by one kernel, where Triton is installed.

The formulas do all else: they too never build an array [N, M, 2], and under ``torch.compile`` become one
kernel.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from truebox.arrays import answer_dtype, computing_dtype, library_of
from truebox.overlap.pairs.box_pairs import corner_columns, image_sides
from truebox.overlap.ways.question import OverlapQuestion

__all__ = ["has_triton", "on_cuda"]

# The formulas that the Triton kernel computes, by their names.
_NAMES = frozenset({"iou", "ioa", "giou", "diou"})


def on_cuda(question: OverlapQuestion) -> Any | None:
    """[N, M] on the device of the boxes, or None for whatever the kernel does not take."""
    boxes_a, boxes_b, how = question.boxes_a, question.boxes_b, question.how
    library = library_of(boxes_a)
    if not how.pairwise or not library.ready_on_cuda(boxes_a) or library_of(boxes_b) is not library:
        return None
    name = question.formula.__name__
    if name not in _NAMES or not library.ready_on_cuda(boxes_b) or not has_triton():
        return None
    if 0 in (boxes_a.shape[0], boxes_b.shape[0]) or boxes_a.shape[-1] != 4 or boxes_b.shape[-1] != 4:
        return None
    sides = image_sides(how)
    dtype = answer_dtype(library.dtype_name(boxes_a), library.dtype_name(boxes_b), library.default_float)
    computed = computing_dtype(dtype)
    columns = [
        library.xp.stack(corner_columns(library, library.cast(boxes, computed), how, sides, None))
        for boxes in (boxes_a, boxes_b)
    ]
    out_dtype = getattr(library.xp, dtype)
    return import_module("truebox.overlap.ways.triton").pairwise(name, columns[0], columns[1], out_dtype)


@cache
def has_triton() -> bool:
    """Whether Triton is installed."""
    return find_spec("triton") is not None
