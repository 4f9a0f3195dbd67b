"""Names of columns tell whether a table holds tracks."""

from __future__ import annotations

import gzip

import pytest

from truebox.datasets import sides_are_tracked
from truebox.datasets.tracking.tables.telling import is_track_table, track_columns


@pytest.mark.parametrize(
    ("header", "is_one"),
    [
        ("frame,id,x,y,w,h", True),
        ("Frame_ID;Track ID;x1;y1;x2;y2;score", True),
        ("frame\ttrack\tleft\ttop\twidth\theight", True),
        ("frame,x,y,w,h", False),
        ("id,x,y,w,h", False),
        ("frame,id,x,y,w", False),
        ("image,frame,id,x,y,w,h", False),
        ("1,7,10,10,5,5", False),
    ],
)
def test_the_header_tells(header, is_one, tmp_path):
    file = tmp_path / "a.csv"
    file.write_text(header + "\n")
    assert is_track_table(file) is is_one


def test_a_packed_table(tmp_path):
    file = tmp_path / "a.csv.gz"
    file.write_bytes(gzip.compress(b"frame,id,x,y,w,h\n1,1,1,1,5,5\n"))
    assert is_track_table(file)


def test_both_sides_have_to_be_tables_of_tracks(tmp_path):
    (tmp_path / "gt.csv").write_text("frame,id,x,y,w,h\n")
    (tmp_path / "dt.csv").write_text("frame,x,y,w,h,score\n")
    truth, other = str(tmp_path / "gt.csv"), str(tmp_path / "dt.csv")
    assert sides_are_tracked(truth, [truth])
    assert not sides_are_tracked(truth, [other])
    assert not sides_are_tracked(truth, [truth, other])


def test_an_id_is_no_side_of_a_box():
    found = track_columns(["frame", "track_id", "video", "id", "x1", "y1", "x2", "y2", "class"], "a.csv")
    assert found is not None
    assert (found.track, found.sequence, found.others.layout) == ("track_id", "video", "xyxy")
    assert found.others.columns == {"label": "class"}
