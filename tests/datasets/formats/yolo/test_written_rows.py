"""The numbers of one object as a YOLO row."""

from __future__ import annotations

from itertools import pairwise

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


def lines_of(found):
    """The lines of each image."""
    text, bounds = found
    return [text[begin:end] for begin, end in pairwise(bounds.tolist())]


def line_of(rows, row=0):
    """The numbers of a row, behind its class."""
    count = len(rows.boxes)
    text = lines_of(rows.texts(np.arange(count), np.full(count, 3), count))[row].decode()
    assert (text[:2], text[-1]) == ("3 ", "\n")
    return text[2:-1]


def test_a_box():
    assert line_of(rows_of({})) == "0.5 0.5 0.5 0.5"


def test_a_polygon():
    rows = rows_of({"segmentation": [[2, 4, 6, 4, 6, 12]]}, "masks")
    assert (rows.task, line_of(rows)) == ("segment", "0.25 0.25 0.75 0.25 0.75 0.75")


def test_two_parts_are_lost_and_counted():
    rows = rows_of({"segmentation": [[2, 4, 6, 4, 6, 12], [0, 0, 1, 0, 1, 1]]}, "masks")
    assert (rows.task, line_of(rows)) == ("detect", "0.5 0.5 0.5 0.5")
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
    assert (rows.task, line_of(rows, 0), line_of(rows, 1)) == ("detect", *["0.5 0.5 0.5 0.5"] * 2)


def test_points():
    rows = rows_of({"keypoints": [2, 4, 2, 8, 16, 1], "num_keypoints": 2}, "keypoints")
    assert line_of(rows) == "0.5 0.5 0.5 0.5 0.25 0.25 2.0 1.0 1.0 1.0"


def test_images_have_their_lines_in_order_with_scores():
    rows = WrittenRows("detect", np.arange(12).reshape(3, 4) / 16, np.empty(0), np.zeros(4, int))
    images, classes = np.array([2, 0, 2]), np.array([5, 6, 7])
    found = lines_of(rows.texts(images, classes, 3, np.array([0.5, 0.25, 1])))
    assert found == [
        b"6 0.25 0.3125 0.375 0.4375 0.25\n",
        b"",
        b"5 0.0 0.0625 0.125 0.1875 0.5\n7 0.5 0.5625 0.625 0.6875 1.0\n",
    ]


def test_polygons_have_scores_too():
    rows = rows_of({"segmentation": [[2, 4, 6, 4, 6, 12]]}, "masks")
    found = lines_of(rows.texts(np.zeros(1, int), np.ones(1, int), 1, np.array([0.5])))
    assert found == [b"1 0.25 0.25 0.75 0.25 0.75 0.75 0.5\n"]
