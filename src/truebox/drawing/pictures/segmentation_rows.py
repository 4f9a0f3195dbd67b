"""Segmentations of single rows, as polygons where they are, else as masks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.masks import Masks, masks_from_compressed, masks_from_counts
from truebox.records import SegmentationKind

if TYPE_CHECKING:
    from truebox.records import Segmentations
    from truebox.typing import FloatArray

__all__ = ["mask_of_row", "outlines_of_row"]


def outlines_of_row(held: Segmentations, row: int) -> tuple[FloatArray, ...]:
    """The polygons [P, 2] of a row; none where it is no row of polygons."""
    if held.kinds[row] != SegmentationKind.POLYGONS:
        return ()
    parts = (_numbers(held, part) for part in range(held.row_offsets[row], held.row_offsets[row + 1]))
    return tuple(part.reshape(-1, 2) for part in parts if len(part) >= 6 and len(part) % 2 == 0)


def mask_of_row(held: Segmentations, row: int, name: str) -> Masks | None:
    """The mask of a row of run lengths, in the size written beside them; None where there are none.

    Raises
    ------
    InputError
        ``E-160`` to ``E-165``: run lengths that cannot be read.
    """
    kind, size = held.kinds[row], held.sizes[row][None]
    if kind == SegmentationKind.TEXT:
        text = held.text[held.text_offsets[row] : held.text_offsets[row + 1]].tobytes()
        return masks_from_compressed([text], size, name=name, rows=[row])
    if kind == SegmentationKind.COUNTS:
        runs = _numbers(held, int(held.row_offsets[row])).astype(np.int64)
        return masks_from_counts([runs], size, name=name, rows=[row])
    return None


def _numbers(held: Segmentations, part: int) -> FloatArray:
    return held.numbers[held.part_offsets[part] : held.part_offsets[part + 1]]
