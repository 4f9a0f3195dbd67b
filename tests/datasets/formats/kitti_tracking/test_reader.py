"""KITTI tracking labels, and detections as AB3DMOT has them."""

from __future__ import annotations

import pytest
from format_rounds import refused
from small_scene import ap_of

import truebox as tb

SPACE = "-1 -1 -1 -1000 -1000 -1000 -10"


def line(frame, track, label, box, *score):
    return " ".join(map(str, (frame, track, label, 0, 0, -10, *box, SPACE, *score)))


def written(folder, *lines, name="0001.txt"):
    folder.mkdir(exist_ok=True)
    (folder / name).write_text("\n".join(lines))
    return folder


@pytest.fixture
def truth(tmp_path):
    rows = [line(0, 1, "Car", (10, 20, 50, 60)), line(0, -1, "DontCare", (60, 60, 90, 90))]
    return tb.read_truth(written(tmp_path / "label_02", *rows, line(2, 1, "Pedestrian", (12, 20, 52, 60))))


def test_frames_of_sequences_are_images(truth):
    assert truth.source.format == "kitti-tracking"
    assert truth.images.ids.tolist() == ["0001/000000", "0001/000002"]
    assert truth.boxes.tolist()[0] == [10, 20, 40, 40]
    assert (truth.ignore.tolist(), truth.attributes["track"].tolist()) == ([0, 1, 0], [1, -1, 1])
    assert not truth.images.listed


@pytest.mark.parametrize(
    "lines",
    [
        [line(0, 4, "Car", (10, 20, 50, 60), 0.9), line(2, 5, "Pedestrian", (12, 20, 52, 60), 0.8)],
        # Columns of data/KITTI/detection of AB3DMOT; its README: 1 Pedestrian, 2 Car, 3 Cyclist.
        ["0,2,10,20,50,60,0.9,1.5,1.6,3.9,1,2,3,.1,-.2", "2,1,12,20,52,60,0.8,1.7,.6,.9,1,2,3,.1,-.2"],
    ],
)
def test_results_of_both_forms(tmp_path, truth, lines):
    found = tb.read_predictions(written(tmp_path / "found", *lines), truth=truth)
    assert (found.source.format, found.scores.tolist()) == ("kitti-tracking", [0.9, 0.8])
    assert ap_of(truth, found) == pytest.approx(1)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("0 1 Car 0 0 -10 10 20 50 60", "E-421"),
        (line(-1, 1, "Car", (1, 2, 3, 4)), "E-435"),
        (line("x", 1, "Car", (1, 2, 3, 4)), "E-422"),
        (line(0, 1, "Car", (9, 2, 3, 4)), "E-122"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line_or_left_out(tmp_path, text, code):
    folder = written(tmp_path / "label_02", line(0, 1, "Car", (1, 2, 3, 4)), text)
    assert "0001.txt line 2" in refused(code, tb.read_truth, folder, format="kitti-tracking")
    assert len(tb.read_truth(folder, format="kitti-tracking", lenient=True)) == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (line(0, 1, "Car", (1, 2, 3, 4)), "E-123"),
        ("0,7,10,20,50,60,0.9,1.5,1.6,3.9,1,2,3,.1,-.2", "E-429"),
        ("0,2,10,20,50,60,0.9", "E-421"),
    ],
)
def test_detections_need_a_score_and_a_type(tmp_path, text, code):
    folder = written(tmp_path / "found", text)
    refused(code, tb.read_predictions, folder, format="kitti-tracking")
