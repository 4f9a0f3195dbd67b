"""ensemble-boxes, main at 04e2fe5, ``tests/test_bbox.py``: its boxes, and what they become, as facts.

Its value of "avg" for the cluster of three multiplies by min(sum of weights, boxes); release 1.0.9,
which strict mode equals, by min(models, boxes): 2 of 3 here.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from truebox.suppression import soft_nms, weighted_boxes_fusion

BOXES = [
    [[0.10, 0.10, 0.50, 0.50], [0.11, 0.11, 0.51, 0.51], [0.60, 0.60, 0.80, 0.80]],
    [[0.59, 0.59, 0.79, 0.79], [0.61, 0.61, 0.81, 0.81], [0.80, 0.80, 0.90, 0.90]],
]
SCORES = [[0.9, 0.8, 0.7], [0.85, 0.75, 0.65]]
LABELS = [[1, 1, 1], [1, 1, 0]]

# Sums of scores times weights, 2 and 1, of the three clusters.
UPPER, LOWER, ALONE = 0.9 * 2 + 0.8 * 2, 0.7 * 2 + 0.85 + 0.75, 0.65


def corner(first: float, second: float) -> float:
    """Of the cluster of both upper boxes."""
    return (first * 0.9 * 2 + second * 0.8 * 2) / UPPER


UPPER_BOX = [corner(0.10, 0.11)] * 2 + [corner(0.50, 0.51)] * 2
LOWER_BOX = [(0.60 * 1.4 + 0.59 * 0.85 + 0.61 * 0.75) / LOWER] * 2
LOWER_BOX += [(0.80 * 1.4 + 0.79 * 0.85 + 0.81 * 0.75) / LOWER] * 2
ALONE_BOX = [0.80, 0.80, 0.90, 0.90]


@pytest.mark.parametrize(
    ("confidence", "boxes", "scores"),
    [
        (
            "box_and_model_avg",
            [LOWER_BOX, UPPER_BOX, ALONE_BOX],
            [LOWER / 4 * 3 / 3, UPPER / 4 * 2 / 3, ALONE * 1 / 3],
        ),
        (
            "absent_model_aware_avg",
            [LOWER_BOX, UPPER_BOX, ALONE_BOX],
            [LOWER / 4, UPPER / 5, ALONE / 3],
        ),
        (
            "avg",
            [UPPER_BOX, LOWER_BOX, ALONE_BOX],
            [UPPER / 2 * 2 / 3, LOWER / 3 * 2 / 3, ALONE * 1 / 3],
        ),
    ],
)
def test_weighted_fusion(confidence, boxes, scores):
    fused = weighted_boxes_fusion(
        BOXES,
        SCORES,
        LABELS,
        weights=[2, 1],
        iou_threshold=0.5,
        score_threshold=0.0001,
        confidence=confidence,
    )
    for found, wanted in zip(fused.boxes, boxes, strict=True):
        assert found == pytest.approx(wanted, rel=1e-7)
    assert fused.scores == pytest.approx(scores, rel=1e-7)
    assert fused.labels.tolist() == [1, 1, 0]


@pytest.mark.parametrize("overflow", [True, False])
@pytest.mark.parametrize("confidence", ["avg", "max", "box_and_model_avg", "absent_model_aware_avg"])
def test_a_box_of_which_five_models_are_equally_sure(confidence, overflow):
    """At 96880f3, as the two below."""
    fused = weighted_boxes_fusion(
        [[[0, 0, 0.1, 0.1]]] * 5,
        [[0.8]] * 5,
        [[0]] * 5,
        weights=[1 / 5] * 5,
        iou_threshold=0.4,
        confidence=confidence,
        allow_overflow=overflow,
    )
    assert fused.boxes == pytest.approx(np.array([[0, 0, 0.1, 0.1]]), rel=1e-7)
    assert (fused.scores.tolist(), fused.labels.tolist()) == ([pytest.approx(0.8)], [0])


def test_average_that_counts_boxes():
    """There "avg" of the three clusters above, with ``allows_overflow=True``: sums by the sum of weights."""
    fused = weighted_boxes_fusion(
        BOXES, SCORES, LABELS, weights=[2, 1], iou_threshold=0.5, confidence="avg", allow_overflow=True
    )
    for found, wanted in zip(fused.boxes, [UPPER_BOX, LOWER_BOX, ALONE_BOX], strict=True):
        assert found == pytest.approx(wanted, rel=1e-7)
    assert fused.scores == pytest.approx([UPPER / 3, LOWER / 3, ALONE / 3], rel=1e-7)


def test_the_highest_score_is_that_of_the_weightier_model():
    box = [[0.1, 0.1, 0.2, 0.2]]
    fused = weighted_boxes_fusion(
        [box, box], [[0.9], [0.8]], weights=[1, 2], iou_threshold=0.5, confidence="max"
    )
    assert fused.scores == pytest.approx([0.8])


@pytest.mark.parametrize(
    ("decay", "lowered"), [("linear", 0.8 * (1 - 4 / 5)), ("gaussian", 0.8 * math.exp(-((4 / 5) ** 2) / 0.5))]
)
def test_soft_suppression_lowers_scores_where_theirs_gives_those_of_before(decay, lowered):
    """Release 1.0.9, ``soft_nms`` with ``method`` 1 and 2: .9 and .8; the factors are those of the paper."""
    boxes = [[0, 0, 1, 1], [0, 0, 1, 0.8]]
    rows, scores = soft_nms(boxes, [0.9, 0.8], decay=decay, iou_threshold=0.3, sigma=0.5)
    assert rows.tolist() == [0, 1]
    assert scores == pytest.approx([0.9, lowered], rel=1e-15)
    assert abs(scores[1] - 0.8) > 0.5
