"""Rows of tracks: read as they stand, each fault named with file, row and fix."""

from __future__ import annotations

import pytest

from truebox.datasets import read_track_texts, read_tracks
from truebox.errors import InputError


def read(tmp_path, text, name="S.txt"):
    file = tmp_path / name
    file.write_text(text)
    return read_tracks(file).sequences[0]


def test_rows_as_they_stand(tmp_path):
    found = read(tmp_path, "2,7,1.5,-2,3,4e1,1,1,0.5\r\n\r\n1,9,0,0,1,1,0,7,1\r\n")
    assert found.frame.tolist() == [1, 0]
    assert found.track.tolist() == [7, 9]
    assert found.boxes.tolist() == [[1.5, -2, 3, 40], [0, 0, 1, 1]]
    assert found.score.tolist() == [1, 0]
    assert found.label.tolist() == [1, 7]
    assert found.attributes["visibility"].tolist() == [0.5, 1]


@pytest.mark.parametrize(
    "text",
    [
        "1,7,1,2,3,4,1\n2,7,1,2,3,4,0.5\n",
        "1 7 1 2 3 4 1\n2 7 1 2 3 4 0.5\n",
        "1, 7, 1,2,3,4,1\n2,7,1,2,3,4, .5",
    ],
)
def test_plain_texts_of_several_kinds(tmp_path, text):
    found = read(tmp_path, text)
    assert (found.track.tolist(), found.score.tolist()) == ([7, 7], [1, 0.5])


def test_lines_of_several_lengths_are_read_too(tmp_path):
    found = read(tmp_path, "1,7,1,2,3,4,1,-1,-1,-1\n2,7.0,1,2,3,4,0.5\n")
    assert (found.frame.tolist(), found.track.tolist(), found.score.tolist()) == ([0, 1], [7, 7], [1, 0.5])


def test_a_text_that_ends_inside_a_line_is_refused(tmp_path):
    whole = "1,7,1,2,3,4,0.5,-1,-1,-1\n2,7,1,2,3,4,0.5"
    with pytest.raises(InputError, match=r"E-421 .*line 2: the text ends inside a line, of which 7 columns"):
        read(tmp_path, whole)
    assert len(read(tmp_path, whole + "\n").track) == 2  # somebody meant it


def test_an_empty_file_is_legal(tmp_path):
    assert len(read(tmp_path, "")) == 0


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("1,7,1,2,3\n", "E-421", "line 4: the line has 5 columns"),
        ("1,7,1,2,3,x,1\n", "E-422", 'line 4: height is "x"'),
        ("1,7,1,2,3,nan,1\n", "E-422", 'height is "nan"'),
        ("1,7.5,1,2,3,4,1\n", "E-422", 'track is "7.5"'),
        ("0,7,1,2,3,4,1\n", "E-435", "frame 0 is not in 1"),
        ("99999999999,7,1,2,3,4,1\n", "E-435", "frame 99999999999"),
        ("1,7,1,2,3,4,1,1.5,1\n", "E-422", "class is"),
    ],
)
def test_faults_are_named(tmp_path, text, code, message):
    plain = "1,1,1,2,3,4,1,1,1\n" * 3
    with pytest.raises(InputError) as caught:
        read(tmp_path, plain + text)
    assert caught.value.code == code
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("rest", "label", "visible"),
    [
        ("1,8,0.25,-1", 8, [0.25]),  # the nine columns of MOT17 and a -1, as some tools write them
        ("1,1,1,-1", 1, [1]),  # also where VisDrone could have these numbers
        ("1,8,0.25,0", -1, None),  # places in the world, of MOT15
        ("1,8.5,0.25,-1", -1, None),
        ("1,14,0.25,-1", -1, None),
        ("1,8,1.25,-1", -1, None),
        ("1,-1,-1,-1", -1, None),
    ],
)
def test_ten_columns_of_a_truth(tmp_path, rest, label, visible):
    (tmp_path / "S-01.txt").write_text(f"1,7,1,2,3,4,{rest}\n")
    (side,) = read_tracks(tmp_path).sequences
    assert side.label.tolist() == [label]
    held = side.attributes.get("visibility")
    assert (None if held is None else held.tolist()) == visible


def test_ten_columns_that_disagree_are_places_and_said(tmp_path):
    """As detections are read: the file decides."""
    (tmp_path / "S-01.txt").write_text("1,7,1,2,3,4,1,8,0.25,-1\n2,7,1,2,3,4,1,-1,-1,-1\n")
    (tmp_path / "S-02.txt").write_text("1,7,1,2,3,4,1,8,0.25,-1\n")
    side = read_tracks(tmp_path)
    assert [each.label.tolist() for each in side.sequences] == [[-1, -1], [8]]
    (said,) = side.findings
    assert (said.code, said.count) == ("W-426", 1)
    assert "S-01.txt: columns 8 to 10 of 1 of 2 rows" in said.message


def test_results_from_frame_0_are_left_to_the_truth(tmp_path):
    """Where an offset mends them, or they are refused."""
    (tmp_path / "S-01.txt").write_text("0,7,1,2,3,4,1\n1,7,1,2,3,4,1\n")
    (found,) = read_tracks(tmp_path, "predictions").sequences
    assert found.frame.tolist() == [-1, 0]


def test_frames_beyond_seqinfo(tmp_path):
    (tmp_path / "S" / "gt").mkdir(parents=True)
    (tmp_path / "S" / "seqinfo.ini").write_text("[Sequence]\nseqLength=3\n")
    (tmp_path / "S" / "gt" / "gt.txt").write_text("4,7,1,2,3,4,1,1,1\n")
    with pytest.raises(InputError, match=r"E-435 .*frame 4 is not in 1 to 3"):
        read_tracks(tmp_path)


def test_a_path_without_tracks(tmp_path):
    with pytest.raises(InputError, match="E-581"):
        read_tracks(tmp_path)


KITTI = "{frame} {track} {kind} 0 {occluded} -10 1 2 31 42 -1 -1 -1 -1000 -1000 -1000 -10\n"


def test_kitti(tmp_path):
    lines = [
        KITTI.format(frame=0, track=5, kind="Car", occluded=0),
        KITTI.format(frame=1, track=-1, kind="DontCare", occluded=-1),
        KITTI.format(frame=1, track=6, kind="Person_sitting", occluded=3),
    ]
    (tmp_path / "evaluate_tracking.seqmap.training").write_text("0007 empty 000000 000150\n")
    found = read(tmp_path, "".join(lines), "0007.txt")
    assert (found.length, found.first) == (150, 0)
    assert found.boxes[0].tolist() == [1, 2, 31, 42]
    assert found.label.tolist() == [0, 8, 4]
    assert found.attributes["occluded"].tolist() == [0, -1, 3]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (KITTI.format(frame=-1, track=5, kind="Car", occluded=0), "E-435"),
        (KITTI.format(frame=0, track=5, kind="Spaceship", occluded=0), "E-429"),
    ],
)
def test_faults_of_kitti(tmp_path, line, code):
    with pytest.raises(InputError, match=code):
        read(tmp_path, KITTI.format(frame=0, track=1, kind="Car", occluded=0) + line, "0007.txt")


def test_texts_of_several_sides_are_read_together(tmp_path):
    """Each as by itself; a table is passed over, and what was not read before is read then."""
    paths = [tmp_path / name for name in ("plain.txt", "lines.txt", "table.csv", "later.txt")]
    texts = [
        "1,7,1,2,3,4,1\n",
        "1,7,1,2,3,4,1\n2,8,1,2,3,4\n",
        "frame,id,x,y,w,h\n1,7,1,2,3,4\n",
        "3,9,1,2,3,4,1\n",
    ]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    read_before = read_track_texts(paths[:3], threads=2)
    assert set(read_before) == set(paths[:2])
    found = [read_tracks(path, "predictions", texts=read_before).sequences[0] for path in paths]
    assert [each.track.tolist() for each in found] == [[7], [7, 8], [7], [9]]
    assert read_before == {}


@pytest.mark.parametrize("word", ["nan", "-inf", "NaN"])
def test_a_short_file_with_no_number_names_its_line(tmp_path, word):
    (tmp_path / "S-01.txt").write_text(f"1,1,10,10,20,30,1,-1,-1,-1\n2,1,10,10,{word},30,1,-1,-1,-1\n")
    with pytest.raises(InputError, match=f"line 2.*{word}") as caught:
        read_tracks(tmp_path / "S-01.txt", "predictions")
    assert caught.value.code == "E-422"
