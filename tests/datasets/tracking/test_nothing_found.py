"""Files in which nothing was found, and that cannot name a sequence."""

from __future__ import annotations

import gzip

import pytest

from truebox.datasets import sides_are_tracked
from truebox.datasets.tracking.nothing_found import holds_nothing
from truebox.datasets.tracking.reader import read_tracks

XML = "<annotations><version>1.1</version>{}</annotations>"


@pytest.mark.parametrize(
    ("name", "text", "nothing"),
    [
        ("a.json", "[]", True),
        ("a.json", " [\n ]\n", True),
        ("a.json", "{}", False),
        ("a.json", "", False),
        ("a.csv", "", True),
        ("a.csv", "\n\n", True),
        ("a.csv", "frame,id,x,y,w,h\n", False),
        ("a.txt", "", False),
        ("a.xml", XML.format(""), True),
        ("a.xml", XML.format('<track id="1" label="car"></track>'), False),
        ("a.xml", XML.format('<image id="1"/>'), False),
        ("a.xml", XML.format("<meta/>" * 20_000 + '<track id="1"></track>'), False),
        ("a.xml", "<page/>", False),
    ],
)
def test_what_holds_nothing(tmp_path, name, text, nothing):
    (tmp_path / name).write_text(text)
    assert holds_nothing(tmp_path / name) is nothing
    (tmp_path / f"{name}.gz").write_bytes(gzip.compress(text.encode()))
    assert holds_nothing(tmp_path / f"{name}.gz") is nothing


def test_it_has_no_sequence(tmp_path):
    (tmp_path / "a.json").write_text("[]")
    side = read_tracks(tmp_path / "a.json", "predictions", name="mine.json")
    assert (side.source.name, side.source.description, side.sequences) == ("mine.json", "nothing found", ())


def test_it_makes_tracks_of_no_other_truth(tmp_path):
    """Of a truth without tracks `[]` stays what it is: no detection."""
    (tmp_path / "a.json").write_text("[]")
    (tmp_path / "truth.json").write_text('{"images": [], "annotations": [], "categories": []}')
    (tmp_path / "gt.csv").write_text("frame,id,x,y,w,h\n1,1,0,0,5,5\n")
    found = str(tmp_path / "a.json")
    assert sides_are_tracked(str(tmp_path / "gt.csv"), [found])
    assert not sides_are_tracked(str(tmp_path / "truth.json"), [found])
