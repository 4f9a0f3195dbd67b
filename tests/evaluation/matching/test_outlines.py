"""Polygons as a source of overlaps: match tables, pickles, areas of outlines that cross."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import truebox as tb
from truebox.evaluation.matching.outlines import outline_areas
from truebox.records import Outlines


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_the_match_table_names_the_polygons_overlap(tmp_path: Path) -> None:
    """An L of three squares within a square of four: 3/4."""
    for name, text in (
        ("gt/gt_a.txt", "0,0,2,0,2,2,0,2,x\n9,9,8,9,8,8,7,8,7,9,6,9,x\n"),
        ("res/res_a.txt", ""),
    ):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text)
    (tmp_path / "res" / "res_a.txt").write_text("0,0,2,0,2,1,1,1,1,2,0,2\n")
    how = {"protocol": "icdar2015", "geometry": "rotated", "fit_test": False}
    result = tb.evaluate(tmp_path / "gt", tmp_path / "res", **how)
    assert result.matches.detections.own_overlap[0] == 0.75
    assert pickle.loads(pickle.dumps(result)).matches.detections.own_overlap[0] == 0.75


def test_areas() -> None:
    """A triangle, and a bow of two triangles, of which the smaller is taken off."""
    corners = np.array([0.0, 0, 4, 0, 4, 2, 0, 0, 4, 4, 4, 0, 0, 2])
    areas = outline_areas(Outlines(corners, np.array([0, 3, 7])))
    assert areas.tolist() == [4, 4]
