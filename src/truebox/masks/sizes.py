"""Sizes of masks, given once or per mask, and the check that masks to be compared have one size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuse_masked
from truebox.errors import ArgumentError, InputError
from truebox.masks.refusal import refuse

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from truebox.masks.masks import Masks

__all__ = ["refuse_other_sizes", "sizes_per_mask"]


def sizes_per_mask(sizes: Any, count: int, name: str = "sizes") -> NDArray[np.int64]:
    """Bring ``(height, width)`` or ``[N, 2]`` to a checked int64 array [N, 2]."""
    if type(sizes) is tuple and len(sizes) == 2 and type(sizes[0]) is int is type(sizes[1]):
        height, width = sizes
        if height >= 0 and width >= 0 and height * width < 1 << 32:
            whole = np.array([sizes], dtype=np.int64)
            return whole if count == 1 else whole.repeat(count, axis=0)
    refuse_masked(sizes, name)
    array = np.asarray(sizes)
    if array.size == 0 and count == 0:
        return np.empty((0, 2), np.int64)
    if array.dtype.kind not in "iu" or array.shape not in {(2,), (count, 2)}:
        raise ArgumentError(
            f"{name}: expected whole numbers (height, width) or an array [{count}, 2], "
            f"got {array.dtype} {list(array.shape)}"
        )
    # A copy: a `Masks` makes its arrays read-only, and this one may be the caller's.
    whole = np.array(np.broadcast_to(array, (count, 2)), dtype=np.int64, order="C")
    too_large = (whole < 0).any(axis=1) | (whole.astype(np.float64).prod(axis=1) >= 2.0**32)
    if too_large.any():
        row = int(np.argmax(too_large))
        refuse((6, row, int(whole[row, 0]), int(whole[row, 1])), name)
    return whole


def refuse_other_sizes(a: Masks, b: Masks | None, name_a: str, name_b: str = "") -> None:
    """Refuse unless every mask of `a` (and of `b`) has one size; the message names both sizes."""
    if len(a) == 0 or (len(a) == 1 if b is None else len(b) == 0):
        return
    height, width = a.sizes[0]
    for masks, name in ((a, name_a), (b, name_b)):
        if masks is None:
            continue
        other = (masks.sizes != (height, width)).any(axis=1)
        if other.any():
            row = int(np.argmax(other))
            found_height, found_width = masks.sizes[row]
            raise InputError(
                "E-164",
                f"{name}[{row}]",
                f"size {found_height} x {found_width} (height x width), "
                f"but {name_a}[0] has {height} x {width}",
                "compare masks of one image only, encoded for its full size",
                row=row,
            )
