"""ensemble-boxes, main at 04e2fe5, ``tests/test_bbox.py``: its boxes, and what they become, as facts.

Its value of "avg" for the cluster of three multiplies by min(sum of weights, boxes); release 1.0.9,
which strict mode equals, by min(models, boxes): 2 of 3 here.
"""

from __future__ import annotations

import pytest

from truebox.suppression import weighted_boxes_fusion

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
