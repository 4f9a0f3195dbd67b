"""Pictures of tracked masks: 16-bit PNGs of one channel, a pixel is ``1000 class + instance``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from truebox._native.many_calls import by_all_threads
from truebox._png import distinct_pixels
from truebox.datasets.tracking.masks.rows import MaskRows
from truebox.datasets.tracking.png_pixels import png_pixels
from truebox.errors import InputError
from truebox.masks import concatenate_masks, encode_masks

if TYPE_CHECKING:
    from truebox.masks import Masks
    from truebox.typing import AnyArray

__all__ = ["read_mask_pictures"]

_PER_CLASS = 1000


def read_mask_pictures(folder: Path) -> MaskRows:
    """The rows of all pictures, by frame and id; frames as the pictures are named.

    Raises
    ------
    InputError
        A picture is no such PNG (E-173).
    """
    rows = MaskRows(place=str(folder))
    parts = []
    files = sorted((each for each in folder.glob("*.png") if each.stem.isdigit()), key=_frame)
    for file, (numbers, masks) in zip(files, by_all_threads(_objects, files, None), strict=True):
        for value in numbers:
            rows.add(frame=_frame(file), track=value, label=value // _PER_CLASS, picture=file.name)
        if masks is not None:
            parts.append(masks)
    if parts:
        rows.masks = concatenate_masks(parts)
    return rows


def _objects(file: Path) -> tuple[list[int], Masks | None]:
    """The numbers of the objects of a picture, and their masks."""
    ids = _pixels(file)
    values = distinct_pixels(ids)
    values = values[values != 0]
    return values.tolist(), encode_masks(ids[None] == values[:, None, None]) if len(values) else None


def _frame(file: Path) -> int:
    return int(file.stem)


def _pixels(file: Path) -> AnyArray:
    ids = png_pixels(file)
    if ids.ndim != 2 or ids.dtype.kind not in "iu" or ids.dtype.itemsize < 2:
        problem = "this PNG is not of one channel of 16 bits"
        raise InputError("E-173", str(file), problem, "save 1000 class + instance as 16 bits of grey")
    return ids
