"""Pixels that masks share, in whole numbers, whatever way they are written."""

from __future__ import annotations

import numpy as np

import truebox as tb
from truebox.evaluation.protocols.driving.mask_shares import shared_pixels


def test_polygons_and_run_lengths_share_whole_pixels() -> None:
    square = {"image_id": 1, "category_id": 1, "segmentation": [[0, 0, 4, 0, 4, 4, 0, 4]]}
    runs = {"image_id": 1, "category_id": 1, "segmentation": {"size": [6, 6], "counts": [0, 12, 24]}}
    truth = tb.read_truth(
        {
            "images": [{"id": 1, "width": 6, "height": 6}],
            "categories": [{"id": 1, "name": "a"}],
            "annotations": [{"id": 1, "iscrowd": 0, "area": 16, "bbox": [0, 0, 4, 4], **square}],
        },
        geometry="masks",
    )
    found = tb.read_predictions([{**runs, "score": 0.5}, {**square, "score": 0.4}], geometry="masks")
    (one,) = shared_pixels(truth, found, np.zeros(1, int), np.zeros(2, int), np.array([[6, 6]]))
    assert one.pixels.tolist() == [[8], [16]]  # two columns of the square's four
    assert one.found_area.tolist() == [12, 16]
    assert one.true_area.tolist() == [16]
    (none,) = shared_pixels(truth, found, np.full(1, -1), np.array([0, -1]), np.array([[6, 6]]))
    assert none.pixels.shape == (1, 0)
