"""Records as MOTChallenge."""

from __future__ import annotations

import pytest
from format_rounds import check_round, refused
from small_scene import scene

import truebox as tb
from truebox.datasets.formats.mot.format import FORMAT


def test_written_sequences_come_back(tmp_path):
    check_round("mot", tmp_path, "sequence")


def test_tracks_and_sequences_survive(tmp_path):
    first, second = tmp_path / "a" / "one" / "gt", tmp_path / "a" / "two" / "gt"
    for folder, row in ((first, "1,5,1,1,5,5,1,1,0.5\n"), (second, "2,9,1,1,5,5,0,3,1\n")):
        folder.mkdir(parents=True)
        (folder / "gt.txt").write_text(row)
    truth = tb.read_truth(tmp_path / "a")
    losses = FORMAT.write_truth(truth, tmp_path / "b")
    again = tb.read_truth(tmp_path / "b")
    assert again.image.tolist() == ["one/000001", "two/000002"]
    assert again.attributes["track"].tolist() == [5, 9]
    assert again.attributes["visibility"].tolist() == [0.5, 1]
    assert (again.ignore.tolist(), again.categories.names) == ([0, 1], ("pedestrian", "car"))
    assert "attribute track" not in [loss.what for loss in losses]


@pytest.mark.parametrize(("label", "name"), [("cat", "000001.jpg"), ("pedestrian", "cover.jpg")])
def test_what_is_no_sequence_is_refused(tmp_path, label, name):
    truth = tb.read_truth([{"boxes": [[0, 0, 5, 5]], "labels": [label], "file_name": name}])
    refused("E-437", FORMAT.write_truth, truth, tmp_path / "b")
    assert list(tmp_path.iterdir()) == []


def test_results_of_two_classes_are_refused(tmp_path):
    truth, _ = scene()
    rows = [{"boxes": [[0, 0, 5, 5]] * 2, "labels": ["pedestrian", "car"], "file_name": "000001.jpg"}]
    truth = tb.read_truth(rows)
    found = tb.read_predictions([rows[0] | {"scores": [1, 1]}], truth=truth)
    refused("E-437", FORMAT.write_predictions, truth, found, tmp_path / "b")
