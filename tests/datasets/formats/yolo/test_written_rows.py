"""The numbers of one object as a YOLO row."""

from __future__ import annotations

import numpy as np

from truebox.datasets import read_truth
from truebox.datasets.formats.yolo.written_rows import WrittenRows


def rows_of(annotation, geometry="boxes"):
    truth = read_truth(
        {
            "images": [{"id": 1, "width": 8, "height": 16}],
            "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [2, 4, 4, 8], **annotation}],
            "categories": [{"id": 1, "name": "cat"}],
        },
        geometry=geometry,
    )
    return WrittenRows.of(truth, np.zeros(1, dtype=np.int64), np.array([[8.0, 16.0]]))


def test_a_box():
    assert rows_of({}).text(0) == "0.5 0.5 0.5 0.5"


def test_a_polygon():
    rows = rows_of({"segmentation": [[2, 4, 6, 4, 6, 12]]}, "masks")
    assert (rows.task, rows.text(0)) == ("segment", "0.25 0.25 0.75 0.25 0.75 0.75")


def test_two_parts_are_lost_and_counted():
    rows = rows_of({"segmentation": [[2, 4, 6, 4, 6, 12], [0, 0, 1, 0, 1, 1]]}, "masks")
    assert (rows.task, rows.text(0)) == ("detect", "0.5 0.5 0.5 0.5")
    assert [(loss.count, "one part" in loss.what) for loss in rows.not_held()] == [(1, True)]


def test_one_row_of_two_parts_makes_boxes_of_all():
    # A file of labels is of one task.
    whole, parted = [[2, 4, 6, 4, 6, 12]], [[2, 4, 6, 4, 6, 12], [0, 0, 1, 0, 1, 1]]
    box = {"image_id": 1, "category_id": 1, "bbox": [2, 4, 4, 8]}
    truth = read_truth(
        {
            "images": [{"id": 1, "width": 8, "height": 16}],
            "annotations": [
                {"id": number, "segmentation": each, **box} for number, each in enumerate((whole, parted), 1)
            ],
            "categories": [{"id": 1, "name": "cat"}],
        },
        geometry="masks",
    )
    rows = WrittenRows.of(truth, np.zeros(2, dtype=np.int64), np.array([[8.0, 16.0]] * 2))
    assert [loss.count for loss in rows.not_held()] == [2]
    assert (rows.task, rows.text(0), rows.text(1)) == ("detect", "0.5 0.5 0.5 0.5", "0.5 0.5 0.5 0.5")


def test_points():
    rows = rows_of({"keypoints": [2, 4, 2, 8, 16, 1], "num_keypoints": 2}, "keypoints")
    assert rows.text(0) == "0.5 0.5 0.5 0.5 0.25 0.25 2.0 1.0 1.0 1.0"
