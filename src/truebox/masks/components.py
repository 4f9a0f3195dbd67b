"""Connected pixels of a mask, by the runs of its rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import answered_first, refuse_masked, refuses_other_kinds
from truebox._native import pixels as native
from truebox._native.threads import thread_count
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.typing import BoolArray, Int64Array

__all__ = ["connected_pixels"]


@answered_first(native.label_pixels_plainly)
@refuses_other_kinds
def connected_pixels(mask: BoolArray, *, diagonal: bool) -> Int64Array:
    """Labels 1, 2 ... of connected pixels, in the order of their first pixel, 0 elsewhere.

    Parameters
    ----------
    mask : bool array [H, W]
        Which pixels are there.
    diagonal : bool
        Whether pixels that share a corner alone are connected.

    Raises
    ------
    ArgumentError
        The mask is no array of two axes that holds truth values or numbers, or `diagonal` is no truth value.

    Examples
    --------
    >>> mask = np.array([[1, 0], [0, 1]], dtype=bool)
    >>> connected_pixels(mask, diagonal=True).tolist(), connected_pixels(mask, diagonal=False).tolist()
    ([[1, 0], [0, 1]], [[1, 0], [0, 2]])
    """
    refuse_masked(mask, "mask")
    mask = np.asarray(mask)
    if mask.ndim != 2 or mask.dtype.kind not in "biu":
        raise ArgumentError(
            f"mask: expected a bool array [H, W], got {mask.dtype} {list(mask.shape)}. Fix: pass one, as "
            "`decode_masks` gives them."
        )
    if not isinstance(diagonal, bool | np.bool_ | int | np.integer):  # 0 and 1 stand for them
        raise ArgumentError(f"diagonal: expected True or False, got {diagonal!r}")
    if mask.dtype.itemsize != 1:
        mask = mask != 0
    return native.label_pixels(np.ascontiguousarray(mask).view(np.uint8), bool(diagonal), thread_count(None))
