"""DOTA labels."""

from __future__ import annotations

import pytest
from fixtures_folder import fixture, needs_fixtures
from format_rounds import check_round, refused

import truebox as tb
from truebox.datasets.formats.dota.format import FORMAT
from truebox.datasets.place import Place

TEXT = (
    "imagesource:GoogleEarth\ngsd:0.146343590398\n"
    "10 0 20 10 10 20 0 10 large-vehicle 1\n"
    "0.0 0.0 4.0 0.0 4.0 2.0 0.0 2.0 ship 0\n"
)


@pytest.fixture
def labels(tmp_path):
    (tmp_path / "P0001.txt").write_text(TEXT)
    return tmp_path


def test_corners_become_extent_polygon_and_angle(labels):
    truth = tb.read_truth(labels, geometry="masks")
    # By hand: a square on its tip, and an upright box; the first edge goes 10 right, 10 down.
    assert truth.boxes.tolist() == [[0, 0, 20, 20], [0, 0, 4, 2]]
    assert truth.attributes["angle"].tolist() == [45, 0]
    assert truth.segmentations.numbers[:8].tolist() == [10, 0, 20, 10, 10, 20, 0, 10]
    assert (truth.ignore.tolist(), truth.attributes["difficult"].tolist()) == ([1, 0], [1, 0])
    assert truth.images.attributes["gsd"].tolist() == [0.146343590398]


@needs_fixtures
def test_the_sample_of_mmrotate():
    truth = tb.read_truth(fixture("mmrotate/tests/data/dota/labelTxt"))
    # First line of the file: 359 663 369 497 543 509 531 677, so 359..543 and 497..677.
    assert (truth.source.format, len(truth)) == ("dota", 4)
    assert truth.boxes[0].tolist() == [359, 497, 184, 180]


def test_detections_take_their_class_from_the_file(tmp_path):
    (tmp_path / "Task1_ship.txt").write_text("P0001 0.9 0 0 4 0 4 2 0 2\n")
    (tmp_path / "Task2_plane.txt").write_text("P0002 0.5 1 2 5 8\n")
    found = tb.read_predictions(tmp_path)
    assert found.category.tolist() == ["ship", "plane"]
    assert found.boxes.tolist() == [[0, 0, 4, 2], [1, 2, 4, 6]]
    assert found.image.tolist() == ["P0001", "P0002"]


def test_a_file_of_no_task_is_refused(tmp_path):
    (tmp_path / "Task1_ship.txt").write_text("")
    (tmp_path / "other.txt").write_text("")
    assert "other.txt" in refused("E-434", tb.read_predictions, tmp_path)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("1 2 3 4 5 6 7 ship", "E-421"),
        ("1 2 3 4 5 6 7 8,5 ship 0", "E-422"),
        ("1 2 3 4 5 6 7 inf ship 0", "E-422"),
        ("1 2 3 4 5 6 7 8 ship maybe", "E-422"),
        ("1 2 3 4 5 6 7 1e300 ship 0", "E-121"),
    ],
)
def test_malformed_lines_are_refused_with_file_and_line(labels, line, code):
    (labels / "P0001.txt").write_text(TEXT + line + "\r\n")
    assert "P0001.txt line 5" in refused(code, tb.read_truth, labels, format="dota")


def test_written_labels_come_back(tmp_path):
    check_round("dota", tmp_path, "labelTxt")


def test_turned_boxes_survive_with_their_outline(labels, tmp_path):
    truth = tb.read_truth(labels, geometry="masks")
    FORMAT.write_truth(truth, tmp_path / "again")
    again = tb.read_truth(tmp_path / "again", geometry="masks")
    assert again.segmentations.numbers.tolist() == truth.segmentations.numbers.tolist()
    assert again.attributes["difficult"].tolist() == [1, 0]


@pytest.mark.parametrize(
    ("lines", "known"),
    [
        (["10 10 20 10 20 20 10 20 3 0", "30 30 40 30 40 40 30 40 007 2"], True),
        (["10 10 20 10 20 20 10 20 3 0", "30 30 40 30 40 40 30 40 ship 1"], True),
        (["10 10 20 10 20 20 10 20 3 7"], False),  # no flag
        (["3 .1 .1 .2 .1 .2 .2 .1 .2 1"], False),  # YOLO's turned boxes with a confidence
        (["10 10 20 10 20 20 10 20 3"], False),
    ],
)
def test_classes_may_be_called_by_numbers(tmp_path, lines, known):
    (tmp_path / "a.txt").write_text("".join(f"{line}\n" for line in lines))
    found = FORMAT.recognise(Place(tmp_path), "truth")
    assert (found is not None) == known
    if known:
        read = tb.read_truth(tmp_path)
        assert read.source.format == "dota"
        assert set(read.categories.names) == {line.split()[8] for line in lines}
