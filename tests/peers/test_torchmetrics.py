"""torchmetrics 1.9.0, examples of ``functional/detection``: boxes, maps and values, as facts."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation import evaluate_panoptic, modified_panoptic_quality
from truebox.overlap import pairwise_ciou, pairwise_diou, pairwise_giou, pairwise_iou

FOUND = [[296.55, 93.96, 314.97, 152.79], [328.94, 97.05, 342.49, 122.98], [356.62, 95.47, 372.33, 147.55]]
TRUE = [[300, 100, 315, 150], [330, 100, 350, 125], [350, 100, 375, 150]]
ROUNDED = 5e-5  # published with four decimals


@pytest.mark.parametrize(
    ("measure", "published"),
    [
        (pairwise_iou, [[0.6898, 0, 0], [0, 0.5086, 0], [0, 0, 0.5654]]),  # iou.py
        (
            pairwise_giou,  # giou.py
            [[0.6895, -0.4964, -0.4944], [-0.5105, 0.4673, -0.3434], [-0.6024, -0.4021, 0.5345]],
        ),
        (
            pairwise_diou,  # diou.py
            [[0.6883, -0.2043, -0.3351], [-0.2214, 0.4886, -0.1913], [-0.3971, -0.1510, 0.5609]],
        ),
        (
            pairwise_ciou,  # ciou.py
            [[0.6883, -0.2072, -0.3352], [-0.2217, 0.4881, -0.1913], [-0.3971, -0.1543, 0.5606]],
        ),
    ],
)
def test_overlaps(measure, published):
    assert measure(FOUND, TRUE) == pytest.approx(np.array(published), abs=ROUNDED)


def test_panoptic_quality():
    """``panoptic_qualities.py``: a pixel is a class and a number; 6 and 7 are stuff."""
    found = [
        *([60, 0, 60, 60], [0, 0, 60, 1], [0, 0, 60, 1], [0, 70, 60, 10], [0, 70, 70, 70]),
    ]
    true = [
        *([60, 1, 60, 1], [1, 1, 60, 1], [1, 1, 60, 10], [1, 70, 10, 10], [1, 70, 70, 70]),
    ]
    categories = [{"id": k, "name": str(k), "isthing": int(k < 6)} for k in (0, 1, 6, 7)]
    sides = []
    for rows in (true, found):
        ids = np.array(rows) + 1  # 0 is no segment
        segments = [{"id": int(each), "category_id": (int(each) - 1) // 10} for each in np.unique(ids)]
        sides.append([{"image_id": 1, "segmentation": ids, "segments_info": segments}])
    result = evaluate_panoptic(
        {"categories": categories, "annotations": sides[0]}, {"annotations": sides[1]}, mode="corrected"
    )
    assert result.metrics["PQ"] == pytest.approx(0.5463, abs=ROUNDED)


def pixels(rows):
    """Classes and numbers as ids; what no class of things or stuff has is VOID."""
    pairs = np.array(rows).reshape(1, -1, 2)
    ids = np.where(pairs[..., 0] == 255, 0, pairs[..., 0] * 10 + pairs[..., 1] + 1)
    held = [{"id": int(each), "category_id": (int(each) - 1) // 10} for each in np.unique(ids) if each]
    return [{"image_id": 1, "segmentation": ids, "segments_info": held}]


FOUND_PIXELS = [
    *([[6, 0], [0, 0], [6, 0], [6, 0], [0, 1]], [[0, 0], [0, 0], [6, 0], [0, 1], [0, 1]]),
    *([[0, 0], [0, 0], [6, 0], [0, 1], [1, 0]], [[0, 0], [7, 0], [6, 0], [1, 0], [1, 0]]),
    [[0, 0], [7, 0], [7, 0], [7, 0], [7, 0]],
]
TRUE_PIXELS = [
    *([[6, 0], [6, 0], [6, 0], [6, 0], [0, 0]], [[0, 1], [0, 1], [6, 0], [0, 0], [0, 0]]),
    *([[0, 1], [0, 1], [6, 0], [1, 0], [1, 0]], [[0, 1], [7, 0], [7, 0], [1, 0], [1, 0]]),
    [[0, 1], [7, 0], [7, 0], [7, 0], [7, 0]],
]


def quality(found, true):
    categories = [{"id": k, "name": str(k), "isthing": int(k < 6)} for k in (0, 1, 6, 7)]
    truth = {"categories": categories, "annotations": pixels(true)}
    return evaluate_panoptic(truth, {"annotations": pixels(found)}, mode="corrected")


def test_modified_panoptic_quality():
    """dab0333, ``tests/unittests/detection``; in the second case a class of stuff lies below a half."""
    result = quality(FOUND_PIXELS, TRUE_PIXELS)
    assert result.metrics["PQ"] == pytest.approx(0.7753, abs=ROUNDED)
    assert modified_panoptic_quality(result).value == pytest.approx(0.7753, abs=ROUNDED)
    found = [[0, 0], [0, 1], [6, 0], [7, 0], [0, 2], [1, 0]]
    true = [[0, 1], [0, 0], [6, 0], [7, 0], [6, 0], [255, 0]]
    assert modified_panoptic_quality(quality(found, true)).value == pytest.approx(23 / 30, abs=1e-15)


def test_what_a_prediction_leaves_open_is_no_void():
    """Their unknown classes of predictions are taken off the union, 1 here; by the paper they are not."""
    result = quality([[6, 0], [6, 0], [6, 0], [255, 0]], [[6, 0], [6, 0], [6, 0], [6, 0]])
    assert result.metrics["PQ"] == pytest.approx(3 / 4, abs=1e-15)
