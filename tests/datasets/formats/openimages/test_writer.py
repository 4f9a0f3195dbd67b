"""Records as Open Images CSV."""

from __future__ import annotations

from format_rounds import check_round, refused

import truebox as tb
from truebox.datasets.formats.openimages.format import FORMAT


def test_written_files_come_back(tmp_path):
    check_round("openimages", tmp_path, "boxes.csv")


def test_a_crowd_becomes_a_group(tmp_path):
    image = {"boxes": [[0, 0, 5, 10]], "labels": ["Cat"], "iscrowd": [1], "width": 10, "height": 20}
    losses = FORMAT.write_truth(tb.read_truth([image | {"file_name": "a.jpg"}]), tmp_path / "t.csv")
    row = (tmp_path / "t.csv").read_text().splitlines()[1]
    # ImageID, Source, LabelName, Confidence, XMin, XMax, YMin, YMax, five flags.
    assert row == "a.jpg,truebox,Cat,1,0.0,0.5,0.0,0.5,-1,-1,1,-1,-1"
    assert "crowd flags" not in [loss.what for loss in losses]


def test_images_without_sizes_cannot_be_written(tmp_path):
    truth = tb.read_truth([{"boxes": [[0, 0, 5, 10]], "labels": ["Cat"]}])
    refused("E-450", FORMAT.write_truth, truth, tmp_path / "t.csv")
    assert list(tmp_path.iterdir()) == []
