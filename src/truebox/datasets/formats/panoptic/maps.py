"""The map of segment ids of one image, from a PNG or from memory, as bytes the kernels count."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuse_masked
from truebox.datasets.formats.panoptic.png import PanopticPng
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.typing import AnyArray, ByteArray

__all__ = ["ArrayMap", "checked_map", "segment_map"]


def checked_map(given: Any, place: str) -> AnyArray:
    """An array of ids as uint32 [H, W], or of red, green and blue as uint8 [H, W, 3] (E-173).

    Examples
    --------
    >>> checked_map([[0, 7]], "truth annotations[0].segmentation")
    array([[0, 7]], dtype=uint32)
    """
    refuse_masked(given, place)
    array = np.asarray(given)
    if array.ndim == 3 and array.shape[2] == 3 and array.dtype == np.uint8:
        return np.ascontiguousarray(array)
    if array.ndim != 2 or (array.dtype.kind not in "iub" and array.size):
        fix = "give segment ids as whole numbers [H, W], or bytes [H, W, 3] with id = R + 256 G + 65536 B"
        problem = f"an array of shape {list(array.shape)} and dtype {array.dtype}"
        raise InputError("E-173", place, problem, fix)
    fits = array.dtype.kind in "ub" and array.dtype.itemsize <= 4  # by its type: no pass over the pixels
    for extreme in (int(array.min()), int(array.max())) if array.size and not fits else ():
        if not 0 <= extreme < 2**32:
            raise InputError("E-173", place, f"{extreme} is no segment id", "number from 1 on; VOID is 0")
    return np.ascontiguousarray(array, dtype=np.uint32)


def segment_map(source: Path | AnyArray) -> PanopticPng | ArrayMap:
    """What a record says of one image, opened: its size at once, its pixels when asked for."""
    return PanopticPng(source) if isinstance(source, Path) else ArrayMap(source)


class ArrayMap:
    """A map in memory, as `checked_map` returned it.

    Examples
    --------
    >>> found = ArrayMap(checked_map([[0, 7]], "truth"))
    >>> found.size, found.pixel_bytes().tolist()
    ((2, 1), [[0, 0, 0, 0], [7, 0, 0, 0]])
    """

    def __init__(self, array: AnyArray) -> None:
        self._array = array
        self.size: tuple[int, int] = (array.shape[1], array.shape[0])

    def pixel_bytes(self) -> ByteArray:
        """Bytes [pixels, 3] red, green, blue; or [pixels, 4] an id, lowest byte first."""
        if self._array.ndim == 3:
            return self._array.reshape(-1, 3)
        return self._array.astype("<u4", copy=False).reshape(-1, 1).view(np.uint8)
