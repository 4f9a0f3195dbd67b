"""Columns to the values of COCO files and back."""

from __future__ import annotations

import numpy as np

from truebox.datasets.columns.keypoint_values import keypoint_column
from truebox.datasets.columns.values import Rows
from truebox.datasets.formats.coco.shapes.segmentation_values import segmentation_column
from truebox.generation.datasets.shape_rows import keypoint_values, segmentation_values


def test_segmentations_of_every_form_come_back() -> None:
    values = [
        {"size": [2, 3], "counts": "06"},
        [[0.5, 0.0, 1.0, 0.0, 1.0, 1.0], [5.0, 5.0, 6.0, 5.0, 6.0, 6.5]],
        None,
        {"size": [2, 3], "counts": [1, 2, 3]},
    ]
    held = segmentation_column(Rows([{"segmentation": value} for value in values], "rows"))
    assert segmentation_values(held) == values


def test_keypoints_come_back() -> None:
    values = np.arange(12.0).reshape(2, 6).tolist()
    held = keypoint_column(Rows([{"keypoints": value} for value in values], "rows"))
    assert keypoint_values(held) == values
