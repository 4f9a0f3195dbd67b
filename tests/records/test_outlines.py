"""Outlines of rows: of any number of corners, closed or not, and of boxes."""

from __future__ import annotations

import numpy as np

import truebox as tb
from truebox.records import outline_rows


def test_rows(tmp_path) -> None:
    (tmp_path / "1.txt").write_text("0,0,4,0,4,2,2,3,0,2\n0,0,4,0,4,2,0,0\n1,1,5,1,5,3,1,3\n")
    found = tb.read_predictions(tmp_path, format="ctw1500", geometry="rotated")
    outlines, known = outline_rows(found.segmentations, found.boxes)
    assert known.all()
    assert np.diff(outlines.offsets).tolist() == [5, 3, 4]
    assert outlines.row(1).tolist() == [[0, 0], [4, 0], [4, 2]]
    assert outlines.extents().tolist() == [[0, 0, 4, 3], [0, 0, 4, 2], [1, 1, 4, 2]]
