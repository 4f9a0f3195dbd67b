"""Truth to CVAT XML."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import truebox as tb
from truebox.datasets.columns.rotated_corners import extent, rotated_corners
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.formats.cvat.writer import write_truth
from truebox.datasets.options import ReadOptions
from truebox.errors import InputError
from truebox.records import Source


def made(**more):
    rows = TruthRows(Source("<made>", "made", "made"), ReadOptions(geometry="masks"))
    image = rows.image("a", width=64, height=48, file_name="a.jpg")
    rows.add(image, rows.category("cat"), more.pop("box", (1, 2, 3, 4)), "row 0", **more)
    return rows.truth()


def test_flags_and_attributes_come_back(tmp_path):
    attributes = {"occluded": True, "track": 7, "speed": 2.5, "note": "a<b", "difficult": True}
    truth = made(crowd=True, ignore=True, attributes=attributes)
    assert write_truth(truth, tmp_path / "a.xml") == ()
    again = tb.read_truth(tmp_path / "a.xml")
    assert (again.crowd.tolist(), again.ignore.tolist()) == ([1], [1])
    assert {name: column[0] for name, column in again.attributes.items()} == attributes
    assert again.images.sizes.tolist() == [[64, 48]]


def test_a_turned_box_is_written_as_one(tmp_path):
    corners = rotated_corners((10, 10, 20, 8), 30, "centre")
    truth = made(box=extent(corners), polygons=[corners], attributes={"angle": 30.0})
    write_truth(truth, tmp_path / "a.xml")
    assert 'rotation="30.0"' in (tmp_path / "a.xml").read_text()
    again = tb.read_truth(tmp_path / "a.xml", geometry="masks")
    np.testing.assert_allclose(again.boxes, truth.boxes, atol=1e-12)
    np.testing.assert_allclose(again.segmentations.numbers, corners, atol=1e-12)


def test_a_name_that_xml_cannot_hold_leaves_no_file(tmp_path):
    truth = made()
    odd = replace(truth, categories=replace(truth.categories, names=("a\x00b",)))
    with pytest.raises(InputError, match="E-440"):
        write_truth(odd, tmp_path / "a.xml")
    assert list(tmp_path.iterdir()) == []
