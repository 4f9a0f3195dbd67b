"""kornia, main at b4f5a78: values of ``tests/metrics`` and ``tests/geometry``, as facts."""

from __future__ import annotations

import numpy as np
import pytest

from truebox import evaluate
from truebox.evaluation import semantic_iou
from truebox.masks import boxes_to_masks, decode_masks
from truebox.overlap import pairwise_iou
from truebox.suppression import nms

SHARES = [[1 / 3, 0], [1 / 7, 0.25]]  # published with four decimals


def test_suppression():
    boxes = [[10, 10, 20, 20], [15, 5, 15, 25], [100, 100, 200, 200], [100, 100, 200, 200]]
    assert nms(boxes, [0.9, 0.8, 0.7, 0.9], iou_threshold=0.8).tolist() == [0, 3, 1]


@pytest.mark.parametrize(
    ("box_format", "first", "second"),
    [
        ("xyxy", [[40, 40, 60, 60], [30, 40, 50, 60]], [[40, 50, 60, 70], [30, 40, 40, 50]]),
        ("xywh", [[40, 40, 20, 20], [30, 40, 20, 20]], [[40, 50, 20, 20], [30, 40, 10, 10]]),
        ("cxcywh", [[50, 50, 20, 20], [40, 50, 20, 20]], [[50, 60, 20, 20], [35, 45, 10, 10]]),
    ],
)
def test_iou_of_boxes(box_format, first, second):
    found = pairwise_iou(first, second, box_format=box_format)
    assert found == pytest.approx(np.array(SHARES), abs=1e-15)


def test_mean_average_precision_of_one_box():
    box = {"boxes": [[100, 50, 150, 100]], "labels": [1]}
    result = evaluate([box], [{**box, "scores": [0.7]}])
    assert result.metrics["AP"] == pytest.approx(1, abs=1e-15)  # 1 / (1 + eps), as pycocotools has it


QUARTERS = [[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]]
THREE = [2, 2, 0, 0, 1, 0, 0, 2, 1, 1, 0, 0, 1, 2, 1, 0], [2, 1, 0, 0, 0, 0, 0, 1, 0, 2, 2, 1, 0, 0, 2, 2]


@pytest.mark.parametrize(
    ("true", "found", "classes", "published"),
    [
        ([1, 1, 1, 1, 0, 0, 0, 0], [1, 1, 1, 1, 0, 0, 0, 1], 2, [[3, 1], [0, 4]]),
        (*THREE, 3, [[4, 1, 2], [3, 0, 2], [1, 2, 1]]),
        (QUARTERS, QUARTERS, 4, np.diag([4] * 4).tolist()),
        (
            QUARTERS,
            [[0, 0, 1, 1], [0, 3, 0, 1], [2, 2, 1, 3], [2, 2, 3, 3]],
            4,
            [[3, 0, 0, 1], [1, 3, 0, 0], [0, 0, 4, 0], [0, 1, 0, 3]],
        ),
        (
            [[0] * 4, [0] * 4, [2, 2, 3, 3], [2, 2, 3, 3]],
            [[3, 3, 2, 2], [3, 3, 2, 2], [2, 2, 3, 3], [2, 2, 3, 3]],
            4,
            [[0, 0, 4, 4], [0, 0, 0, 0], [0, 0, 4, 0], [0, 0, 0, 4]],
        ),
    ],
)
def test_confusion_of_label_maps(true, found, classes, published):
    assert semantic_iou(np.array(true), np.array(found), classes=classes).matrix.tolist() == published


@pytest.mark.parametrize(
    ("true", "found", "classes", "published"),
    [
        ([1, 1, 1, 1, 0, 0, 0, 0], [1, 1, 1, 1, 0, 0, 0, 1], 2, (0.75, 0.8)),
        (QUARTERS, QUARTERS, 4, (1, 1, 1, 1)),
        # Theirs gives 1 to class 1, which nobody has.
        (
            [[0] * 4, [0] * 4, [2, 2, 3, 3], [2, 2, 3, 3]],
            [[3, 3, 2, 2], [3, 3, 2, 2], [2, 2, 3, 3], [2, 2, 3, 3]],
            4,
            (0, None, 0.5, 0.5),
        ),
    ],
)
def test_iou_of_label_maps(true, found, classes, published):
    assert semantic_iou(np.array(true), np.array(found), classes=classes).iou == published


def test_masks_of_boxes():
    """Theirs name the last pixel: 1 to 3 across and 1 to 2 down, 2 to 4 and 2 to 5."""
    masks = decode_masks(boxes_to_masks([[1, 1, 3, 2], [2, 2, 3, 4]], (7, 5)))
    expected = np.zeros((2, 7, 5), bool)
    expected[0, 1:3, 1:4], expected[1, 2:6, 2:5] = True, True
    assert (masks == expected).all()
