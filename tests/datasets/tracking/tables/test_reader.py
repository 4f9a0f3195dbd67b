"""Rows of tracks out of tables, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.datasets import read_tracks
from truebox.errors import InputError


def read(tmp_path, text, role="truth"):
    file = tmp_path / "gt.csv"
    file.write_text(text)
    return read_tracks(file, role)


def test_sequences_ids_and_classes(tmp_path):
    side = read(
        tmp_path,
        "seq,frame,id,x,y,w,h,class\nB,3,b,1,2,3,4,car\nA,1,a,5,6,7,8,bus\nB,1,a,9,9,2,2,car\n",
    )
    assert [each.name for each in side.sequences] == ["B", "A"]
    first, second = side.sequences
    assert first.frame.tolist() == [2, 0]
    assert first.track.tolist() == [1, 0]
    assert first.boxes.tolist() == [[1, 2, 3, 4], [9, 9, 2, 2]]
    assert [side.classes[number] for number in first.label.tolist()] == ["car", "car"]
    assert side.classes[int(second.label[0])] == "bus"
    assert side.named_classes
    assert first.place_of(1).endswith("gt.csv row 3")


def test_a_frame_0_moves_the_first(tmp_path):
    side = read(tmp_path, "frame,id,x1,y1,x2,y2\n0,7,1,2,3,4\n2,7.0,1,2,3,4\n")
    (sequence,) = side.sequences
    assert (sequence.first, sequence.frame.tolist(), sequence.track.tolist()) == (0, [0, 2], [7, 7])
    assert side.layout == "xyxy"
    assert not side.named_classes


def test_centres_become_corners(tmp_path):
    side = read(tmp_path, "frame,id,cx,cy,w,h\n1,7,10,20,4,6\n")
    assert side.sequences[0].boxes.tolist() == [[8, 17, 4, 6]]


def test_a_score_of_0_is_a_flag_in_the_truth_alone(tmp_path):
    text = "frame,id,x,y,w,h,score\n1,7,1,2,3,4,0.4\n1,8,1,2,3,4,0\n"
    assert read(tmp_path, text).sequences[0].score.tolist() == [1, 0]
    assert read(tmp_path, text, "predictions").sequences[0].score.tolist() == [0.4, 0]


def test_parquet_has_the_same(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    columns = {
        "frame": [1, 2],
        "track_id": [2**60, 5],
        "x": [1.5, 2.0],
        "y": [0.0, 0.0],
        "w": [4, 4],
        "h": [5, 5],
        "label": ["car", "bus"],
    }
    parquet.write_table(pyarrow.table(columns), tmp_path / "a.parquet")
    side = read_tracks(tmp_path / "a.parquet")
    assert side.sequences[0].track.tolist() == [2**60, 5]
    assert side.sequences[0].boxes[0].tolist() == [1.5, 0, 4, 5]
    assert np.unique(side.sequences[0].label).size == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("frame,id,x,y,w,h\n1,7,1,2,3,4\n1.5,7,1,2,3,4\n", r"E-422 .*gt.csv line 3: frame is 1.5"),
        ("frame,id,x,y,w,h\n1,7,1,2,3,4\n,7,1,2,3,4\n", r"E-422 .*line 3: frame is empty"),
        ("frame,id,x,y,w,h\n1,7,1,2,,4\n", r"E-422 .*line 2: w is empty"),
        ("frame,id,x,y,w,h\n1,,1,2,3,4\n", r"E-422 .*line 2: id is empty, need a track"),
        ("frame,id,x,y,w,h\n1,7,1,2,wide,4\n", r"E-422 .*line 2"),
        ("frame,id,x,y,w,h\n-1,7,1,2,3,4\n", r"E-435 .*line 2: frame -1"),
        ("seq,frame,id,x,y,w,h\n,1,7,1,2,3,4\n", r"E-422 .*line 2: seq is empty"),
        ("frame,id,x,y\n1,7,1,2\n", r"E-581 .*frame, id, x, y"),
    ],
)
def test_what_is_refused(text, message, tmp_path):
    with pytest.raises(InputError, match=message):
        read(tmp_path, text)


@pytest.mark.parametrize("frame", ["2147483648", "3e9", "1e300", "-2147483649", "1.5"])
def test_a_frame_is_a_whole_number_of_31_bits(tmp_path, frame):
    with pytest.raises(InputError, match=r"gt.csv.*frame.*a whole number"):
        read(tmp_path, f"frame,id,x,y,w,h\n1,7,1,2,3,4\n{frame},7,1,2,3,4\n")
