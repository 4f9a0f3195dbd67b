"""Outlines of rows: of any number of corners, closed or not, and of boxes."""

from __future__ import annotations

import numpy as np

import truebox as tb
from truebox.records import Segmentations, outline_rows
from truebox.records.segmentations import SegmentationKind


def test_rows(tmp_path) -> None:
    (tmp_path / "1.txt").write_text("0,0,4,0,4,2,2,3,0,2\n0,0,4,0,4,2,0,0\n1,1,5,1,5,3,1,3\n")
    found = tb.read_predictions(tmp_path, format="ctw1500", geometry="rotated")
    outlines, known = outline_rows(found.segmentations, found.boxes)
    assert known.all()
    assert np.diff(outlines.offsets).tolist() == [5, 3, 4]
    assert outlines.row(1).tolist() == [[0, 0], [4, 0], [4, 2]]
    assert outlines.extents().tolist() == [[0, 0, 4, 3], [0, 0, 4, 2], [1, 1, 4, 2]]


def _held(rows) -> Segmentations:
    """Segmentations whose rows are lists of polygons, or None."""
    parts = [part for row in rows for part in row or ()]
    return Segmentations(
        kinds=np.array([0 if row is None else SegmentationKind.POLYGONS for row in rows], dtype=np.uint8),
        sizes=np.zeros((len(rows), 2), dtype=np.int64),
        text=np.empty(0, dtype=np.uint8),
        text_offsets=np.zeros(len(rows) + 1, dtype=np.int64),
        numbers=np.array([number for part in parts for number in part], dtype=np.float64),
        part_offsets=np.cumsum([0, *map(len, parts)], dtype=np.int64),
        row_offsets=np.cumsum([0, *(len(row or ()) for row in rows)], dtype=np.int64),
    )


_FIVE = [0.0, 0, 4, 0, 4, 2, 2, 3, 0, 2]


def test_rows_that_are_no_outline_are_zeros_and_the_others_stand_where_they_belong() -> None:
    rows = [
        [_FIVE],
        None,
        [_FIVE, _FIVE],  # two polygons
        [_FIVE[:4]],  # two corners
        [_FIVE[:7]],  # half a corner
        [[*_FIVE[:8], np.nan, 2]],
        [[*_FIVE, 0, 0]],  # closed
        [],
        None,
    ]
    boxes = np.tile([1.0, 2, 3, 4], (len(rows), 1))
    boxes[-1, 2] = np.inf
    outlines, known = outline_rows(_held(rows), boxes)
    assert known.tolist() == [True, True, False, False, False, False, True, False, False]
    assert np.diff(outlines.offsets).tolist() == [5, 4, 4, 4, 4, 4, 5, 4, 4]
    assert outlines.row(0).reshape(-1).tolist() == outlines.row(6).reshape(-1).tolist() == _FIVE
    assert outlines.row(1).tolist() == [[1, 2], [4, 2], [4, 6], [1, 6]]
    assert all(not outlines.row(row).any() for row in np.flatnonzero(~known).tolist())


def test_outlines_alone_follow_each_other_with_or_without_a_closing_corner() -> None:
    outlines, known = outline_rows(_held([[_FIVE], [[*_FIVE, 0, 0]], [_FIVE[:6]]]), np.zeros((3, 4)))
    assert known.all()
    assert outlines.coordinates.tolist() == [*_FIVE, *_FIVE, *_FIVE[:6]]
    assert outlines.offsets.tolist() == [0, 5, 10, 13]
