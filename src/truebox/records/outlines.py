"""Rows of segmentations as polygons of any number of corners, in one array."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.records.quads import corners_of_boxes, quad_rows
from truebox.records.segmentations import SegmentationKind

if TYPE_CHECKING:
    from truebox.records.segmentations import Segmentations
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["Outlines", "outline_rows"]

_LEAST = 6


class Outlines(NamedTuple):
    """Corners of every row, one row after the other.

    Parameters
    ----------
    coordinates : float64 array
        x, y, x, y, ...
    offsets : int64 array [N + 1]
        The first corner of each row, counted in corners.

    Examples
    --------
    >>> two = Outlines(np.array([0.0, 0, 4, 0, 4, 2, 1, 1, 3, 1, 3, 5, 1, 5]), np.array([0, 3, 7]))
    >>> two.row(0).tolist()
    [[0.0, 0.0], [4.0, 0.0], [4.0, 2.0]]
    >>> two.extents().tolist()
    [[0.0, 0.0, 4.0, 2.0], [1.0, 1.0, 2.0, 4.0]]
    """

    coordinates: FloatArray
    offsets: Int64Array

    @refuses_other_kinds
    def row(self, place: int) -> FloatArray:
        """The corners [P, 2] of one row."""
        return self.coordinates.reshape(-1, 2)[self.offsets[place] : self.offsets[place + 1]]

    def extents(self) -> FloatArray:
        """The upright boxes [N, 4] around the rows."""
        if len(self.offsets) == 1:
            return np.zeros((0, 4))
        points, first = self.coordinates.reshape(-1, 2), self.offsets[:-1]
        low, high = np.minimum.reduceat(points, first), np.maximum.reduceat(points, first)
        return np.concatenate([low, high - low], axis=1)


@refuses_other_kinds
def outline_rows(held: Segmentations, boxes: FloatArray) -> tuple[Outlines, BoolArray]:
    """The outline of each row, and which rows have one; of the others four zeros stand in its place.

    A last point that repeats the first closes the outline and is left out. A row without a segmentation is
    its box.

    Examples
    --------
    >>> from truebox.records.quads import segmentations_of_corners
    >>> held = segmentations_of_corners(np.array([[0.0, 0, 4, 0, 4, 2, 0, 2]]))
    >>> outlines, known = outline_rows(held, np.zeros((1, 4)))
    >>> outlines.offsets.tolist(), known.tolist()
    ([0, 4], [True])
    """
    quads, are_quads = quad_rows(held)
    plain = held.kinds == SegmentationKind.NONE
    corners = corners_of_boxes(np.asarray(boxes, dtype=np.float64))
    if (plain | are_quads).all():
        corners[are_quads] = quads[are_quads]
        known: BoolArray = np.all(np.isfinite(corners), axis=1)
        corners[~known] = 0
        return Outlines(corners.reshape(-1), 4 * np.arange(len(held) + 1, dtype=np.int64)), known
    rows, begin, lengths = _single_parts(held)
    known = np.zeros(len(held), dtype=bool)
    known[rows] = True
    if 0 < len(rows) == len(held):
        offsets = np.concatenate([[0], np.cumsum(lengths)])
        return Outlines(_joined(held.numbers, begin, begin + lengths), offsets // 2), known
    plain = np.flatnonzero(plain & np.isfinite(corners).all(axis=1))
    counts = np.full(len(held), 8)
    counts[rows] = lengths
    offsets = np.concatenate([[0], np.cumsum(counts)])
    coordinates = np.zeros(offsets[-1])
    for places, values, first, count in (
        (rows, held.numbers, begin, lengths),
        (plain, corners.reshape(-1), 8 * plain, np.full(len(plain), 8)),
    ):
        within = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
        coordinates[np.repeat(offsets[places], count) + within] = values[np.repeat(first, count) + within]
    known[plain] = True
    return Outlines(coordinates, offsets // 2), known


def _joined(numbers: FloatArray, begin: Int64Array, end: Int64Array) -> FloatArray:
    """These stretches one after another; most of them follow each other as they are."""
    gaps = np.flatnonzero(begin[1:] != end[:-1])
    first, last = np.concatenate([begin[:1], begin[1:][gaps]]), np.concatenate([end[:-1][gaps], end[-1:]])
    return np.concatenate([numbers[a:b] for a, b in zip(first.tolist(), last.tolist(), strict=True)])


def _single_parts(held: Segmentations) -> tuple[Int64Array, Int64Array, Int64Array]:
    """Rows that are one polygon of three finite corners or more; where its numbers begin, and how many."""
    rows = np.flatnonzero((held.kinds == SegmentationKind.POLYGONS) & (np.diff(held.row_offsets) == 1))
    part = held.row_offsets[rows]
    begin, end = held.part_offsets[part], held.part_offsets[part + 1]
    lengths, numbers = end - begin, held.numbers
    long = np.flatnonzero(lengths > _LEAST)
    first, last = begin[long], end[long] - 2
    closed = (numbers[first] == numbers[last]) & (numbers[first + 1] == numbers[last + 1])
    lengths[long[closed]] -= 2
    sound = (lengths >= _LEAST) & (lengths % 2 == 0)
    finite = np.isfinite(numbers)
    if not finite.all():
        unfit = np.concatenate([[0], np.cumsum(~finite)])
        sound &= unfit[begin] == unfit[begin + lengths]
    return rows[sound], begin[sound], lengths[sound]
