"""Some rows of records."""

from __future__ import annotations

import numpy as np

from truebox.datasets import read_predictions
from truebox.generation import make_dataset
from truebox.records.taking import take_predictions, take_segmentations

POLYGONS = [[[0, 0, 4, 0, 4, 4]], [[0, 0, 4, 0, 4, 4], [5, 5, 9, 5, 9, 9]], [[1, 1, 2, 1, 2, 2]]]


def test_columns_are_taken_together():
    _, found = make_dataset(20, 3, seed=1)
    rows = np.array([5, 2, 9])
    taken = take_predictions(found, rows)
    assert taken.boxes.tolist() == found.boxes[rows].tolist()
    assert taken.scores.tolist() == found.scores[rows].tolist()
    assert taken.image.tolist() == [found.image[row] for row in rows.tolist()]


def test_outlines_are_taken_whole():
    rows = [
        {"image_id": 1, "category_id": 1, "segmentation": polygons, "score": 0.5} for polygons in POLYGONS
    ]
    rows.insert(1, {**rows[0], "segmentation": {"size": [2, 2], "counts": "04"}})
    held = read_predictions(rows, geometry="masks").segmentations
    taken = take_segmentations(held, np.array([3, 1, 2]))
    assert taken.kinds.tolist() == [3, 1, 3]
    assert taken.text.tobytes() == b"04"
    parts = [
        taken.numbers[a:b].tolist()
        for a, b in zip(taken.part_offsets[:-1], taken.part_offsets[1:], strict=True)
    ]
    assert parts == [*POLYGONS[2], *POLYGONS[1]]
    assert taken.row_offsets.tolist() == [0, 1, 1, 3]


def test_points_and_attributes_come_along():
    rows = [
        {"image_id": 1, "category_id": 1, "keypoints": [place, 2, 1, 4, 5, 1], "score": 0.5}
        for place in range(3)
    ]
    found = read_predictions(rows, geometry="keypoints")
    assert take_predictions(found, np.array([2])).keypoints.points[0, 0, 0] == 2
