"""Records as Scalabel JSON."""

from __future__ import annotations

import json

import truebox as tb
from truebox.datasets.formats.scalabel.writer import write_predictions, write_truth


def test_corners_are_inclusive_and_flags_are_attributes(tmp_path):
    image = {
        "boxes": [[0, 0, 10, 5]],
        "labels": ["car"],
        "iscrowd": [1],
        "file_name": "a.jpg",
        "width": 20,
        "height": 9,
    }
    truth = tb.read_truth([image])
    losses = write_truth(truth, tmp_path / "t.json")
    assert [loss.what for loss in losses] == ["image ids that are not the file's name"]
    (frame,) = json.loads((tmp_path / "t.json").read_text())["frames"]
    assert (frame["name"], frame["size"]) == ("a.jpg", {"width": 20, "height": 9})
    # The last pixel belongs to the box: 10 wide from 0 on ends at 9.
    assert frame["labels"][0]["box2d"] == {"x1": 0.0, "y1": 0.0, "x2": 9.0, "y2": 4.0}
    assert frame["labels"][0]["attributes"] == {"crowd": True}
    found = tb.read_predictions([image | {"scores": [0.5]}], truth=truth)
    write_predictions(truth, found, tmp_path / "p.json")
    assert json.loads((tmp_path / "p.json").read_text())["frames"][0]["labels"][0]["score"] == 0.5
