"""SAHI, main at 9a4e569, ``tests/test_combine.py``: boxes, scores and who is kept or merged, as facts."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.overlap import pairwise_ios, pairwise_iou
from truebox.suppression import nms, nms_from_overlap, non_max_merge

SUPPRESSED = [[0, 0, 10, 10], [1, 1, 9, 9], [100, 100, 110, 110]], [0.9, 0.8, 0.7]
OF_TWO_CLASSES = [[0, 0, 10, 10], [1, 1, 9, 9], [0, 0, 10, 10]], [0.9, 0.8, 0.85]
MERGED = [[0, 0, 20, 20], [2, 2, 10, 10], [5, 5, 15, 15]], [0.95, 0.5, 0.4]
INSIDE = [[0, 0, 100, 100], [10, 10, 20, 20]], [0.9, 0.8]


@pytest.mark.parametrize(
    ("given", "labels", "threshold", "published"),
    [
        (SUPPRESSED, None, 0.5, [0, 2]),
        (SUPPRESSED, None, 0.99, [0, 1, 2]),
        (OF_TWO_CLASSES, [1, 2, 1], 0.5, [0, 1]),
        (([[0, 0, 10, 10]] * 2, [0.9, 0.8]), None, 0.5, [0]),
        (([[0, 0, 10, 10], [50, 50, 60, 60], [100, 100, 110, 110]], [0.9, 0.8, 0.7]), None, 0.5, [0, 1, 2]),
        (INSIDE, None, 0.5, [0, 1]),
    ],
)
def test_suppression(given, labels, threshold, published):
    assert nms(*given, labels=labels, iou_threshold=threshold).tolist() == published


def test_suppression_by_the_share_of_the_smaller():
    boxes, scores = INSIDE
    assert pairwise_ios(boxes, boxes).tolist() == [[1, 1], [1, 1]]
    assert nms_from_overlap(pairwise_ios(boxes, boxes), scores, threshold=0.5).tolist() == [0]
    assert non_max_merge(boxes, scores, overlap="ios", threshold=0.5).groups.tolist() == [0, 0]


def test_merging():
    merged = non_max_merge(*MERGED, threshold=0.1)
    assert merged.rows.tolist() == [0]
    assert merged.groups.tolist() == [0, 0, 0]


def test_merging_keeps_classes_apart():
    boxes, scores = [[0, 0, 20, 20], [2, 2, 10, 10], [3, 3, 11, 11]], [0.95, 0.5, 0.4]
    merged = non_max_merge(boxes, scores, labels=[1, 2, 2], threshold=0.1)
    assert merged.groups.tolist() == [0, 1, 1]


def test_a_threshold_of_zero_merges_what_is_apart():
    """``test_match_all_threshold.py``: every pair reaches it, so that everything goes into the best box."""
    boxes = [[0, 0, 1, 1], [50, 50, 60, 60], [100, 100, 110, 110]]
    assert non_max_merge(boxes, [0.2, 0.9, 0.5], threshold=0).groups.tolist() == [0, 0, 0]


def test_overlaps():
    boxes = np.array([[0, 0, 10, 10], [0, 0, 10, 10], [50, 50, 60, 60]])
    assert pairwise_iou(boxes, boxes).tolist() == [[1, 1, 0], [1, 1, 0], [0, 0, 1]]
