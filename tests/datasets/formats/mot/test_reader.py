"""MOTChallenge."""

from __future__ import annotations

import pytest
from fixtures_folder import fixture, needs_fixtures
from format_rounds import refused

import truebox as tb


@pytest.fixture
def gt(tmp_path):
    def write(text):
        (tmp_path / "gt").mkdir(exist_ok=True)
        (tmp_path / "gt" / "gt.txt").write_text(text)
        return tmp_path

    return write


def test_everything_is_counted_from_one(gt):
    truth = tb.read_truth(gt("1,1,1,1,5,6,1,1,1\n3,1,912,484,97,109,0,7,0.25\n"))
    assert truth.boxes.tolist() == [[0, 0, 5, 6], [911, 483, 97, 109]]
    assert (truth.image.tolist(), truth.ignore.tolist()) == (["000001", "000003"], [0, 1])
    assert truth.categories.names == ("pedestrian", "static_person")
    assert truth.attributes["visibility"].tolist() == [1, 0.25]


def test_ten_columns_have_a_class_where_none_is_a_place_in_the_world(gt):
    truth = tb.read_truth(gt("1,1,1,1,5,6,1,8,0.25,-1\n1,2,1,1,5,6,1,1,1,-1\n"))
    assert truth.categories.names == ("distractor", "pedestrian")
    assert truth.attributes["visibility"].tolist() == [0.25, 1]
    assert truth.findings == ()


@pytest.mark.parametrize("rest", ["1,1.5,0.25,-1", "1,8,0.25,2.5", "1,-1,-1,-1", "1,8,1.5,-1"])
def test_one_row_without_a_class_makes_a_file_of_ten_columns_one_of_places(gt, rest):
    truth = tb.read_truth(gt(f"1,1,1,1,5,6,1,8,0.25,-1\n1,2,1,1,5,6,{rest}\n"))
    assert truth.categories.names == ("pedestrian",)
    assert truth.attributes["visibility"].tolist() == [1, 1]
    (said,) = truth.findings
    assert (said.code, said.count) == ("W-426", 1)
    assert "columns 8 to 10 of 1 of 2 rows can be a class" in said.message


def test_files_of_ten_columns_decide_for_themselves(tmp_path):
    for name, rest in (("A", "8,0.25,-1"), ("B", "-1,-1,-1")):
        (tmp_path / name / "gt").mkdir(parents=True)
        (tmp_path / name / "gt" / "gt.txt").write_text(f"1,1,1,1,5,6,1,{rest}\n")
    truth = tb.read_truth(tmp_path)
    assert truth.category.tolist() == [1, 2]
    assert truth.categories.names == ("distractor", "pedestrian")
    assert truth.findings == ()


def test_the_origin_can_be_said(gt):
    assert tb.read_truth(gt("1,1,1,1,5,6,1,1,1\n"), pixel_origin=0).boxes.tolist() == [[1, 1, 5, 6]]


def test_frames_without_objects_count_where_the_length_is_known(gt):
    path = gt("2,1,1,1,5,6,1,1,1\n")
    (path / "seqinfo.ini").write_text("[Sequence]\nseqLength=3\nimWidth=64\nimHeight=48\n")
    truth = tb.read_truth(path)
    assert truth.images.ids.tolist() == ["000001", "000002", "000003"]
    assert truth.images.sizes.tolist() == [[64, 48]] * 3
    assert "frame 4 is not in 1 to 3" in refused("E-435", tb.read_truth, gt("4,1,1,1,5,6,1,1,1\n"))


@needs_fixtures
def test_the_campus_sequence():
    # motmetrics_TUD.json and the files themselves: 71 frames, 359 objects, 222 detections, 8 tracks.
    truth = tb.read_truth(fixture("motmetrics_pip/TUD-Campus/gt.txt"))
    found = tb.read_predictions(fixture("motmetrics_pip/TUD-Campus/test.txt"))
    assert (len(truth), len(truth.images), len(set(truth.attributes["track"].tolist()))) == (359, 71, 8)
    assert (len(found), set(found.category.tolist())) == (222, {"pedestrian"})
    assert truth.boxes[0].tolist() == [398, 181, 121, 229]


def test_detections_have_no_track(tmp_path):
    (tmp_path / "det").mkdir()
    (tmp_path / "det" / "det.txt").write_text("1,-1,10,20,5,6,2.3092,-1,-1,-1\n")
    found = tb.read_predictions(tmp_path)
    assert (found.scores.tolist(), dict(found.attributes)) == ([2.3092], {})


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("2,1,1,1,5,6", "E-421"),
        ("2,1,1,1,5,6,1,1,1,1,1", "E-421"),
        ("2,1,x,1,5,6,1,1,1", "E-422"),
        ("2.5,1,1,1,5,6,1,1,1", "E-422"),
        ("0,1,1,1,5,6,1,1,1", "E-435"),
        ("2,1,1,1,5,6,1,14,1", "E-429"),
        ("2,1,1,1,-5,6,1,1,1", "E-122"),
        ("2,1,1,1,1e300,6,1,1,1", "E-121"),
        ("2,1,nan,1,5,6,1,1,1", "E-422"),
    ],
)
def test_malformed_lines_are_refused_with_file_and_line(gt, line, code):
    path = gt(f"1,1,1,1,5,6,1,1,1\n{line}\n")
    assert "gt.txt line 2" in refused(code, tb.read_truth, path, format="mot")
    assert len(tb.read_truth(path, format="mot", lenient=True)) == 1


def test_truth_of_eight_columns_has_a_class_and_is_visible(gt):
    truth = tb.read_truth(gt("1,1,1,1,5,6,1,3\n"))
    assert (truth.categories.names, truth.attributes["visibility"].tolist()) == (("car",), [1])


@pytest.mark.parametrize(
    "said", ["seqLength=2147483648", "seqLength=-3", "imHeight=9223372036854775808", "imWidth=-1"]
)
def test_a_number_in_seqinfo_alone_makes_nothing(gt, said):
    path = gt("2,1,1,1,5,6,1,1,1\n")
    (path / "seqinfo.ini").write_text(f"[Sequence]\n{said}\n")
    message = refused("E-436", tb.read_truth, path)
    assert f"{said.split('=')[0]} is {said.split('=')[1]}" in message
    assert "seqinfo.ini" in message


def test_a_long_video_is_believed(gt):
    path = gt("2500,1,1,1,5,6,1,1,1\n")
    (path / "seqinfo.ini").write_text("[Sequence]\nseqLength=110000\n")
    assert len(tb.read_truth(path).images) == 110_000
