"""Polygons and points of rows, as ragged columns."""

from __future__ import annotations

import pytest

from truebox.datasets.columns.shape_rows import ShapeRows
from truebox.errors import InputError
from truebox.records import SegmentationKind


def test_polygons_masks_and_nothing():
    rows = ShapeRows()
    rows.add(polygons=[[0, 0, 4, 0, 4, 4], [1, 1, 2, 1, 2, 2]])
    rows.add()
    rows.add(mask=((5, 6), b"abc"))
    held = rows.segmentations()
    assert held.kinds.tolist() == [SegmentationKind.POLYGONS, SegmentationKind.NONE, SegmentationKind.TEXT]
    assert held.row_offsets.tolist() == [0, 2, 2, 2]
    assert held.part_offsets.tolist() == [0, 6, 12]
    assert held.numbers.tolist() == [0, 0, 4, 0, 4, 4, 1, 1, 2, 1, 2, 2]
    assert held.sizes.tolist() == [[0, 0], [0, 0], [5, 6]]
    assert (held.text.tobytes(), held.text_offsets.tolist()) == (b"abc", [0, 0, 0, 3])


def test_points_of_every_row():
    rows = ShapeRows()
    rows.add(keypoints=[1, 2, 2, 3, 4, 0])
    rows.add(keypoints=[5, 6, 1, 7, 8, 1])
    points = rows.keypoints("a.txt")
    assert points.points.shape == (2, 2, 3)
    assert points.labelled.tolist() == [1, 2]


def test_rows_with_different_numbers_of_points_are_refused():
    rows = ShapeRows()
    rows.add(keypoints=[1, 2, 2])
    rows.add(keypoints=[1, 2, 2, 3, 4, 2])
    with pytest.raises(InputError, match=r"E-170 a.txt row 1"):
        rows.keypoints("a.txt")


def test_many_empty_rows_are_as_one_at_a_time():
    many, single = ShapeRows(), ShapeRows()
    for rows in (many, single):
        rows.add(polygons=[[0, 0, 4, 0, 4, 4]])
    many.add_empty(2)
    single.add()
    single.add()
    found, expected = many.segmentations(), single.segmentations()
    assert found.kinds.tolist() == expected.kinds.tolist() == [3, 0, 0]
    assert found.row_offsets.tolist() == expected.row_offsets.tolist() == [0, 1, 1, 1]
