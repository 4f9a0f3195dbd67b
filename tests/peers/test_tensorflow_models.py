"""tensorflow/models, master: ``object_detection/utils/np_box_ops_test.py`` and ``metrics_test.py``, as facts.

Boxes are y_min, x_min, y_max, x_max.
"""

from __future__ import annotations

import numpy as np
import pytest

from truebox import diagnosis, evaluate
from truebox.boxes import box_area, convert_boxes
from truebox.overlap import pairwise_ioa, pairwise_iou

A = np.array([[4, 3, 7, 5], [5, 6, 10, 7]], float)
B = np.array([[3, 4, 6, 8], [14, 14, 15, 15], [0, 0, 20, 20]], float)


def test_areas_and_overlap():
    assert box_area(convert_boxes(A, "yxyx", "xyxy")).tolist() == [6, 5]
    published = [[2 / 16, 0, 6 / 400], [1 / 16, 0, 5 / 400]]
    assert pairwise_iou(A, B, box_format="yxyx") == pytest.approx(np.array(published), abs=1e-15)
    shared = pairwise_ioa(A, B, box_format="yxyx") * [[6], [5]]
    assert shared == pytest.approx(np.array([[2, 0, 6], [1, 0, 5]]), abs=1e-14)


def test_share_of_the_second_box():
    """``ioa(boxes2, boxes1)`` there divides by the area of its second argument, ours by that of the first."""
    a = np.array([[0.25, 0.25, 0.75, 0.75], [0, 0, 0.5, 0.75]], np.float32)
    b = np.array([[0.5, 0.25, 1, 1], [0, 0, 1, 1]], np.float32)
    assert pairwise_ioa(a, b, box_format="yxyx").T.tolist() == [[0.5, 0], [1, 1]]


def test_precision_and_recall():
    """Six detections of ten objects by falling score, .7 to .1: wrong, right, wrong, right, wrong, right."""
    apart = [[50 * k, 0, 50 * k + 10, 10] for k in range(16)]
    scores, right = [0.4, 0.3, 0.6, 0.2, 0.7, 0.1], [0, 1, 1, 0, 0, 1]
    boxes = [apart[k if hit else 10 + k] for k, hit in enumerate(right)]
    truth = {"boxes": apart[:10], "labels": [1] * 10}
    result = evaluate(
        [truth],
        [{"boxes": boxes, "labels": [1] * 6, "scores": scores}],
        iou_thresholds=[0.5],
        mode="corrected",
    )
    curve = diagnosis.confidence_curves(result).per_class[0]
    # Their order is that of the given labels by score: 0, 1, 0, 1, 0, 1.
    hits = np.array([0, 1, 1, 2, 2, 3])
    assert curve.score.tolist() == sorted(scores, reverse=True)
    assert curve.precision.tolist() == pytest.approx(hits / np.arange(1, 7))
    assert curve.recall.tolist() == pytest.approx(hits / 10)


def test_average_precision():
    """The area under precision made to fall: 0 before, then .5 up to a recall of .3."""
    apart = [[50 * k, 0, 50 * k + 10, 10] for k in range(16)]
    boxes = [apart[k] for k in (10, 0, 11, 1, 12, 2)]
    found = {"boxes": boxes, "labels": [1] * 6, "scores": [0.7, 0.6, 0.4, 0.3, 0.2, 0.1]}
    result = evaluate([{"boxes": apart[:10], "labels": [1] * 10}], [found], protocol="voc")
    assert result.metrics["AP"] == pytest.approx(0.3 * 0.5)
