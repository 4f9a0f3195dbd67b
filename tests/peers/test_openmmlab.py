"""mmdet at 16bb3f6, ``test_coco_metric.py``, and mmrotate at b030f38, ``test_overlaps.py``, as facts."""

from __future__ import annotations

import numpy as np
import pytest

from truebox import evaluate
from truebox.overlap import pairwise_rotated_iou

BOXES = [[50, 60, 20, 20], [100, 120, 30, 30], [150, 160, 40, 40], [250, 260, 100, 100]]
CLASSES, SCORES = [0, 0, 1, 0], [1.0, 0.98, 0.96, 0.95]
TRUTH = {
    "images": [{"id": 0, "width": 640, "height": 640}],
    "categories": [{"id": 0, "name": "car"}, {"id": 1, "name": "bicycle"}],
    "annotations": [
        {"id": k + 1, "image_id": 0, "category_id": c, "bbox": box, "area": box[2] * box[3], "iscrowd": 0}
        for k, (box, c) in enumerate(zip(BOXES, CLASSES, strict=True))
    ],
}
FOUND = [
    {"image_id": 0, "category_id": c, "bbox": box, "score": score}
    for box, c, score in zip(BOXES, CLASSES, SCORES, strict=True)
]


def test_everything_found():
    metrics = evaluate(TRUTH, FOUND).metrics
    for name in ("AP", "AP50", "AP75", "APs", "APm", "APl"):
        assert metrics[name] == pytest.approx(1, abs=1e-12)


def test_recall_of_proposals():
    """Half of four objects with the best two of an image, all with four, whatever the class."""
    metrics = evaluate(TRUTH, FOUND, class_agnostic=True, max_detections=[2, 4], mode="corrected").metrics
    assert [metrics["AR2"], metrics["AR4"]] == pytest.approx([0.5, 1])


def test_overlap_with_boxes_of_hardly_any_size_and_of_any():
    """Their comparison is not asserted; 0 is right to three decimals."""
    found = [
        *([903.34, 1034.4, 1.81e-7, 1e-7, -0.312], [903.34, 1034.4, 1e-7, 1e-3, -0.312]),
        [903.34, 1034.4, 1.81e7, 1e7, -0.312],
    ]
    true = np.array(
        [
            [2.1525e02, 7.5750e01, 3.3204e01, 1.2649e01, 3.2175e-01],
            [3.0013e02, 7.7144e02, 4.9222e02, 3.1368e02, -1.3978e00],
            [8.4887e02, 6.9989e02, 4.6854e02, 3.0743e02, -1.4008e00],
            [8.5250e02, 7.0250e02, 7.6181e02, 3.8200e02, -1.3984e00],
        ]
    )
    iou = pairwise_rotated_iou(found, true, unit="radians", direction="clockwise")
    assert iou == pytest.approx(np.zeros((3, 4)), abs=1e-3)
    # The truths lie in the largest box, which lies around them by millions.
    assert iou[2] == pytest.approx(true[:, 2] * true[:, 3] / 1.81e14, rel=1e-6)
