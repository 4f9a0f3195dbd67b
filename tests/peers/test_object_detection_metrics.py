"""review_object_detection_metrics, main at 2efe66d, ``tests/test_eval_pascal.py`` and case 1, as facts.

It adds a pixel to widths and heights, as PASCAL VOC does, although its files state widths; so here.
"""

from __future__ import annotations

import numpy as np
import pytest

from truebox import evaluate

# Of each of seven images: truths x, y, width, height; then detections with their score before.
TRUE = [
    [(25, 16, 38, 56), (129, 123, 41, 62)],
    [(123, 11, 43, 55), (38, 132, 59, 45)],
    [(16, 14, 35, 48), (123, 30, 49, 44), (99, 139, 47, 47)],
    [(53, 42, 40, 52), (154, 43, 31, 34)],
    [(59, 31, 44, 51), (48, 128, 34, 52)],
    [(36, 89, 52, 76), (62, 58, 44, 67)],
    [(28, 31, 55, 63), (58, 67, 50, 58)],
]
FOUND = [
    [(0.88, 5, 67, 31, 48), (0.70, 119, 111, 40, 67), (0.80, 124, 9, 49, 67)],
    [(0.71, 64, 111, 64, 58), (0.54, 26, 140, 60, 47), (0.74, 19, 18, 43, 35)],
    [
        *((0.18, 109, 15, 77, 39), (0.67, 86, 63, 46, 45), (0.38, 160, 62, 36, 53)),
        *((0.91, 105, 131, 47, 47), (0.44, 18, 148, 40, 44)),
    ],
    [(0.35, 83, 28, 28, 26), (0.78, 28, 68, 42, 67), (0.45, 87, 89, 25, 39), (0.14, 10, 155, 60, 26)],
    [(0.62, 50, 38, 28, 46), (0.44, 95, 11, 53, 28), (0.95, 29, 131, 72, 29), (0.23, 29, 163, 72, 29)],
    [(0.45, 43, 48, 74, 38), (0.84, 17, 155, 29, 35), (0.43, 95, 110, 25, 42)],
    [(0.48, 16, 20, 101, 88), (0.95, 33, 116, 37, 49)],
]
PUBLISHED = {
    "voc2007": {"AP10": 0.3333333333, "AP30": 0.2683982683, "AP50": 0.0303030303, "AP75": 0.0},
    "voc": {"AP10": 0.3371980676, "AP30": 0.2456866804, "AP50": 0.0222222222, "AP75": 0.0},
}


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
@pytest.mark.parametrize("protocol", PUBLISHED)
def test_average_precision(protocol):
    wider = np.array([0, 0, 1, 1])
    truth = [{"boxes": np.array(rows) + wider, "labels": [1] * len(rows)} for rows in TRUE]
    found = [
        {
            "boxes": np.array([row[1:] for row in rows]) + wider,
            "scores": [row[0] for row in rows],
            "labels": [1] * len(rows),
        }
        for rows in FOUND
    ]
    result = evaluate(
        truth,
        found,
        protocol=protocol,
        box_format="xywh",
        iou_thresholds=[0.1, 0.3, 0.5, 0.75],
        fit_test=False,
    )
    values = {name: result.metrics[name] for name in PUBLISHED[protocol]}
    assert values == pytest.approx(PUBLISHED[protocol], rel=1e-9)
