"""Pictures of tracked masks: 16-bit PNGs of one channel, a pixel is ``1000 class + instance``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from truebox.datasets.tracking.masks.numbered_pictures import masks_by_number
from truebox.datasets.tracking.masks.rows import MaskRows
from truebox.datasets.tracking.png_pixels import png_pixels
from truebox.errors import InputError
from truebox.masks import concatenate_masks

if TYPE_CHECKING:
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
    read = masks_by_number(files, ("deep grey",), _pixels)
    for file, (numbers, masks) in zip(files, read, strict=True):
        background = int(numbers[:1] == [0])
        for value in numbers[background:]:
            rows.add(frame=_frame(file), track=value, label=value // _PER_CLASS, picture=file.name)
        if len(numbers) > background:
            parts.append(masks[background:])
    if parts:
        rows.masks = concatenate_masks(parts)
    return rows


def _frame(file: Path) -> int:
    return int(file.stem)


def _pixels(file: Path) -> AnyArray:
    ids = png_pixels(file)
    if ids.ndim != 2 or ids.dtype.kind not in "iu" or ids.dtype.itemsize < 2:
        problem = "this PNG is not of one channel of 16 bits"
        raise InputError("E-173", str(file), problem, "save 1000 class + instance as 16 bits of grey")
    return ids
