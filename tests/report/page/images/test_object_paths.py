"""Masks and keypoints as SVG paths."""

from __future__ import annotations

from typing import Any

import numpy as np

from truebox.datasets import read_predictions, read_truth
from truebox.report.page.images.object_paths import object_paths

BOX = {"image_id": 1, "category_id": 1, "bbox": [1, 1, 4, 4], "area": 8, "iscrowd": 0}


def truth_of(**more: Any) -> dict[str, Any]:
    return {
        "images": [{"id": 1, "width": 9, "height": 7}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": 1, **BOX, **more}],
    }


def test_polygons_are_drawn_as_they_are() -> None:
    polygons = [[1, 1, 5, 1, 5, 5.26], [6, 6, 8, 6, 8, 7, 6, 7]]
    truth = read_truth(truth_of(segmentation=polygons), geometry="masks")
    assert object_paths(truth, np.array([0])) == ["M1 1L5 1L5 5.3ZM6 6L8 6L8 7L6 7Z"]


def test_run_lengths_are_outlined() -> None:
    # Columns of 7: one empty column, then two pixels in each of three columns, from row 2.
    counts = [7 + 2, 2, 5, 2, 5, 2, 7 * 9 - 25]
    held = {"size": [7, 9], "counts": counts}
    truth = read_truth(truth_of(segmentation=held), geometry="masks")
    assert object_paths(truth, np.array([0])) == ["M1 2L4 2L4 4L1 4Z"]


def test_very_long_outlines_are_thinned() -> None:
    angles = np.linspace(0, 6, 5000)
    polygon = np.stack([4 + 3 * np.cos(angles), 3 + 3 * np.sin(angles)], axis=1).reshape(-1).tolist()
    truth = read_truth(truth_of(segmentation=[polygon]), geometry="masks")
    (path,) = object_paths(truth, np.array([0]))
    assert 300 <= path.count("L") <= 400


def test_keypoints_are_dots_where_they_are_labelled() -> None:
    points = [1, 2, 2, 3, 4, 1, 9, 9, 0]
    truth = read_truth(truth_of(keypoints=points, num_keypoints=2), geometry="keypoints")
    assert object_paths(truth, np.array([0])) == ["M1 2h0M3 4h0"]


def test_keypoints_of_predictions_are_all_drawn() -> None:
    found = [{"image_id": 1, "category_id": 1, "score": 0.5, "keypoints": [1, 2, 0, 3, 4, 0]}]
    assert object_paths(read_predictions(found, geometry="keypoints"), np.array([0])) == ["M1 2h0M3 4h0"]


def test_boxes_have_no_path() -> None:
    assert object_paths(read_truth(truth_of()), np.array([0, 0])) == ["", ""]
