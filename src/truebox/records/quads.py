"""Rotated boxes as four corners, and as the columns that records have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.records.segmentations import SegmentationKind, Segmentations

if TYPE_CHECKING:
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = [
    "corners_of_boxes",
    "quad_areas",
    "quad_extents",
    "quad_rows",
    "segmentations_of_corners",
]

_AREA_STEP = 2.0**15 + 1.0
"""Leaves 38 of 53 bits."""
_LARGEST_ROUNDED = 2.0**1000


@refuses_other_kinds
def corners_of_boxes(boxes: FloatArray) -> FloatArray:
    """Corners [N, 8] of upright boxes x, y, width, height [N, 4].

    Examples
    --------
    >>> corners_of_boxes(np.array([[1.0, 2.0, 10.0, 20.0]])).tolist()
    [[1.0, 2.0, 11.0, 2.0, 11.0, 22.0, 1.0, 22.0]]
    """
    x, y, width, height = boxes.T
    return np.stack([x, y, x + width, y, x + width, y + height, x, y + height], axis=1)


@refuses_other_kinds
def quad_extents(corners: FloatArray) -> FloatArray:
    """The upright boxes x, y, width, height [N, 4] around corners [N, 8].

    Examples
    --------
    >>> quad_extents(np.array([[5.0, 0, 10, 5, 5, 10, 0, 5]])).tolist()
    [[0.0, 0.0, 10.0, 10.0]]
    """
    columns = np.ascontiguousarray(corners.T)  # along rows NumPy takes ten times as long
    x, y = columns[0::2], columns[1::2]
    left, top = x.min(axis=0), y.min(axis=0)
    return np.stack([left, top, x.max(axis=0) - left, y.max(axis=0) - top], axis=1)


@refuses_other_kinds
def quad_areas(corners: FloatArray) -> FloatArray:
    """What corners [N, 8] enclose, whichever way round they go, in square pixels [N].

    To 38 bits, eleven digits: corners of a turned box are rounded, and its area is width x height all the
    same. A box of 32 x 32 is as large as COCO's bound of small ones, however it is turned.

    Examples
    --------
    >>> quad_areas(np.array([[0.0, 0, 4, 0, 4, 2, 0, 2]])).tolist()
    [8.0]
    """
    x, y = corners[:, 0::2] - corners[:, :1], corners[:, 1::2] - corners[:, 1:2]
    # Around the first corner, so that large coordinates leave no rounding.
    twice = x[:, 1] * y[:, 2] - x[:, 2] * y[:, 1] + x[:, 2] * y[:, 3] - x[:, 3] * y[:, 2]
    areas = np.abs(twice) / 2
    with np.errstate(over="ignore", invalid="ignore"):
        large = (
            areas * _AREA_STEP
        )  # as Veltkamp splits a number: what is left has the digits of `_AREA_STEP` less
        rounded = large - (large - areas)
    found: FloatArray = np.where(areas < _LARGEST_ROUNDED, rounded, areas)
    return found


@refuses_other_kinds
def segmentations_of_corners(corners: FloatArray, offsets: Int64Array | None = None) -> Segmentations:
    """Corners [N, 8] as one polygon a row; with `offsets` [N + 1], rows of any number of corners [M].

    Examples
    --------
    >>> segmentations_of_corners(np.zeros((3, 8))).part_offsets.tolist()
    [0, 8, 16, 24]
    >>> segmentations_of_corners(np.zeros(14), np.array([0, 6, 14])).row_offsets.tolist()
    [0, 1, 2]
    """
    rows = len(corners) if offsets is None else len(offsets) - 1
    parts = np.arange(rows + 1, dtype=np.int64)
    return Segmentations(
        kinds=np.full(rows, SegmentationKind.POLYGONS, dtype=np.uint8),
        sizes=np.zeros((rows, 2), dtype=np.int64),
        text=np.empty(0, dtype=np.uint8),
        text_offsets=np.zeros(rows + 1, dtype=np.int64),
        numbers=np.ascontiguousarray(corners, dtype=np.float64).reshape(-1),
        part_offsets=parts * 8 if offsets is None else offsets,
        row_offsets=parts,
    )


@refuses_other_kinds
def quad_rows(held: Segmentations) -> tuple[FloatArray, BoolArray]:
    """Corners [N, 8] of the rows that are one polygon of four points, and which rows these are.

    A fifth point that repeats the first closes the outline and is left out.

    Examples
    --------
    >>> corners, are_quads = quad_rows(segmentations_of_corners(np.array([[0.0, 0, 4, 0, 4, 2, 0, 2]])))
    >>> corners.tolist(), are_quads.tolist()
    ([[0.0, 0.0, 4.0, 0.0, 4.0, 2.0, 0.0, 2.0]], [True])
    """
    rows = np.arange(len(held) + 1, dtype=np.int64)
    polygons = held.kinds == SegmentationKind.POLYGONS
    if (
        polygons.all()
        and np.array_equal(held.row_offsets, rows)
        and np.array_equal(held.part_offsets, 8 * rows)
    ):
        return held.numbers.reshape(-1, 8).copy(), polygons
    parts = np.diff(held.row_offsets)
    single = polygons & (parts == 1)
    corners = np.full((len(held), 8), np.nan)
    rows = np.flatnonzero(single)
    first = held.row_offsets[:-1][rows]
    begin, length = held.part_offsets[first], held.part_offsets[first + 1] - held.part_offsets[first]
    closed = length == 10
    ends = held.numbers[np.minimum(begin[closed, None] + [[0, 1, 8, 9]], len(held.numbers) - 1)]
    closed[closed] = (ends[:, :2] == ends[:, 2:]).all(axis=1)
    four = (length == 8) | closed
    corners[rows[four]] = held.numbers[begin[four, None] + np.arange(8)]
    are_quads = np.zeros(len(held), dtype=bool)
    are_quads[rows[four]] = True
    return corners, are_quads
