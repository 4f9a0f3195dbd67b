"""Run lengths of dense masks that lie on a CUDA device: found there, so that only the runs are fetched."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from truebox.arrays import has_triton, library_of
from truebox.masks.masks import Masks
from truebox.masks.sizes import sizes_per_mask

__all__ = ["encoded_on_cuda"]

# Pixels up to which the processor, to which they are fetched, is done before kernels have been started.
FEW_PIXELS = 2**19
_WHOLE = frozenset({"bool", "int8", "int16", "int32", "int64", "uint8"})


def encoded_on_cuda(masks: Any, layout: str, name: str) -> Masks | None:
    """As `truebox.masks.encode_masks`; None for what is not on such a device or not taken there.

    Raises
    ------
    ArgumentError
        For masks of an impossible size.
    """
    library = library_of(masks)
    if library.name != "torch" or not masks.is_cuda or masks.numel() <= FEW_PIXELS:
        return None
    if not library.ready_on_cuda(masks.detach()) or masks.ndim not in {2, 3}:
        return None
    if library.dtype_name(masks) not in _WHOLE or layout not in {"nhw", "hwn"} or not has_triton():
        return None
    stack = masks[None] if masks.ndim == 2 else masks.permute(2, 0, 1) if layout == "hwn" else masks
    count, height, width = stack.shape
    if height * width >= 2**31:
        return None
    sizes = sizes_per_mask((height, width), count, name)
    runs, offsets = import_module("truebox.masks.triton").run_lengths(stack)
    return Masks.trusted(np.ascontiguousarray(runs.view(np.uint32)), offsets, sizes)
