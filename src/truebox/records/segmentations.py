"""Segmentations as a file holds them: nothing is decoded until it is needed."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from truebox._frozen import dataclass
from truebox._widened import WidenedWhenRead

if TYPE_CHECKING:
    from truebox.typing import ByteArray, FloatArray, Int64Array

__all__ = ["SegmentationKind", "Segmentations"]


class SegmentationKind(IntEnum):
    """What a row's segmentation is; the numbers are those of the native reader."""

    NONE = 0
    TEXT = 1
    COUNTS = 2
    POLYGONS = 3


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Segmentations:
    """The segmentation of every row, in ragged buffers.

    Parameters
    ----------
    kinds : uint8 array [N]
        `SegmentationKind` of each row.
    sizes : int64 array [N, 2]
        Height and width as written beside run lengths; 0 for all else.
    text : uint8 array [B]
        Compressed run lengths, one after the other.
    text_offsets : int64 array [N + 1]
        Row ``i`` is ``text[text_offsets[i]:text_offsets[i + 1]]``.
    numbers : float64 array [C]
        Plain run lengths, or ``x, y`` of every point of every polygon.
    part_offsets : int64 array [P + 1]
        Part ``p``, one polygon or one list of run lengths, is
        ``numbers[part_offsets[p]:part_offsets[p + 1]]``.
    row_offsets : int64 array [N + 1]
        Row ``i`` has the parts from ``row_offsets[i]`` to ``row_offsets[i + 1]``.
    """

    kinds: ByteArray
    sizes: Int64Array
    text: ByteArray
    text_offsets: Int64Array
    numbers: FloatArray
    part_offsets: Int64Array
    row_offsets: Int64Array

    def __len__(self) -> int:
        return len(self.kinds)


# Those of a file are held in as few bytes as they need.
WidenedWhenRead.put_over(Segmentations, "sizes")
