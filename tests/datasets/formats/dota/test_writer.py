"""Records as DOTA labels."""

from __future__ import annotations

from format_rounds import refused
from small_scene import scene

import truebox as tb
from truebox.datasets.formats.dota.writer import write_predictions, write_truth


def test_upright_boxes_have_their_corners_clockwise(tmp_path):
    truth = tb.read_truth([{"boxes": [[0, 0, 4, 2]], "labels": ["ship"], "file_name": "P1.png"}])
    write_truth(truth, tmp_path / "t")
    assert (tmp_path / "t" / "P1.txt").read_text() == "0 0 4 0 4 2 0 2 ship 0\n"
    found = tb.read_predictions(
        [{"boxes": [[0, 0, 4, 2]], "labels": ["ship"], "scores": [0.5], "file_name": "P1.png"}]
    )
    write_predictions(truth, found, tmp_path / "p")
    assert (tmp_path / "p" / "Task1_ship.txt").read_text() == "P1 0.5 0 0 4 0 4 2 0 2\n"


def test_classes_that_no_file_can_name_are_refused(tmp_path):
    truth, found = scene(label="a/b")
    refused("E-433", write_predictions, truth, found, tmp_path / "p")
    assert list(tmp_path.iterdir()) == []


def test_outlines_that_are_not_written_are_said(tmp_path):
    rows = [
        {"bbox": [0, 0, 10, 10], "segmentation": [[0, 0, 10, 0, 10, 10, 5, 8, 0, 10]]},
        {"bbox": [0, 0, 10, 10], "segmentation": [[5, 0, 10, 5, 5, 10, 0, 5]]},
        {"bbox": [0, 0, 9, 10], "segmentation": [[5, 0, 10, 5, 5, 10, 0, 5]]},
    ]
    truth = tb.read_truth(
        {
            "images": [{"id": 1, "width": 20, "height": 20, "file_name": "a.jpg"}],
            "categories": [{"id": 1, "name": "ship"}],
            "annotations": [
                {"id": place, "image_id": 1, "category_id": 1, "area": 100, "iscrowd": 0, **row}
                for place, row in enumerate(rows, start=1)
            ],
        },
        geometry="masks",
    )
    lost = {each.what: each.count for each in write_truth(truth, tmp_path / "labels")}
    assert lost["polygons that are not four corners: the box is written"] == 1
    assert lost["boxes that are not the extent of their four corners, which are written"] == 1
    assert (tmp_path / "labels" / "a.txt").read_text().splitlines()[1].startswith("5 0 10 5 5 10 0 5 ")
