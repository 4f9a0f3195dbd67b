"""Suppression of rotated boxes: as greedy suppression by their overlaps."""

from __future__ import annotations

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox.errors import ArgumentError, InputError
from truebox.overlap import pairwise_rotated_iou
from truebox.suppression import nms_from_overlap, rotated_nms
from truebox.suppression import rotated_suppression as greedy

DEGREES = {"unit": "degrees", "direction": "clockwise"}
# A plank, the same a little turned, one across it: only the second goes.
BOXES = np.array([[50.0, 50, 40, 10, 30], [51, 50, 40, 10, 32], [50, 50, 40, 10, 120]])
SCORES = np.array([0.9, 0.8, 0.7])


@pytest.mark.parametrize("name", LIBRARIES)
def test_rows_of_every_library(name):
    tested = LIBRARIES[name]()
    boxes = tested.array(BOXES)
    kept = rotated_nms(boxes, tested.array(SCORES), **DEGREES)
    assert type(kept) is type(boxes)
    assert tested.numpy(kept).tolist() == [0, 2]


def test_labels_scores_and_limits():
    assert rotated_nms(BOXES, SCORES, labels=[1, 2, 1], **DEGREES).tolist() == [0, 1, 2]
    assert rotated_nms(BOXES, [0.1, 0.2, 0.3], score_threshold=0.15, **DEGREES).tolist() == [2, 1]
    assert rotated_nms(BOXES, SCORES, max_detections=1, **DEGREES).tolist() == [0]
    assert rotated_nms(BOXES, SCORES, iou_threshold=0.99, **DEGREES).tolist() == [0, 1, 2]
    assert rotated_nms([], [], **DEGREES).tolist() == []


def test_as_by_the_matrix_with_ties():
    chance = np.random.default_rng(8)
    boxes = np.column_stack(
        [chance.uniform(0, 60, (150, 2)), chance.uniform(5, 30, (150, 2)), chance.uniform(0, 360, 150)]
    )
    scores, labels = chance.integers(0, 20, 150) / 20, chance.integers(0, 3, 150)
    overlap = pairwise_rotated_iou(boxes, boxes, **DEGREES)
    wanted = nms_from_overlap(
        overlap, scores, labels=labels, threshold=0.3, score_threshold=0.2, max_detections=40
    )
    options = {"labels": labels, "iou_threshold": 0.3, "score_threshold": 0.2, "max_detections": 40}
    assert rotated_nms(boxes, scores, **options, **DEGREES).tolist() == wanted.tolist()


@pytest.mark.parametrize("block", [1, 7, 64])
def test_blocks_change_nothing(block, monkeypatch):
    chance = np.random.default_rng(9)
    boxes = np.column_stack(
        [chance.uniform(0, 80, (200, 2)), chance.uniform(5, 30, (200, 2)), chance.uniform(0, 360, 200)]
    )
    scores = chance.integers(0, 20, 200) / 20
    overlap = pairwise_rotated_iou(boxes, boxes, **DEGREES)
    asked = []

    def counted(a, b, **options):
        asked.append(len(a) * len(b))
        return pairwise_rotated_iou(a, b, **options)

    monkeypatch.setattr(greedy, "_BLOCK", block)
    monkeypatch.setattr(greedy, "pairwise_rotated_iou", counted)
    for most in (None, 10):
        wanted = nms_from_overlap(overlap, scores, threshold=0.3, max_detections=most)
        kept = rotated_nms(boxes, scores, iou_threshold=0.3, max_detections=most, **DEGREES)
        assert kept.tolist() == wanted.tolist()
    assert max(asked) <= block * block


def test_refusals():
    with pytest.raises(InputError, match=r"E-192 boxes_b\[1\]: height -1 is negative"):
        rotated_nms([[0, 0, 1, 1, 0], [0, 0, 1, -1, 0]], [1, 1], **DEGREES)
    with pytest.raises(ArgumentError, match=r"scores has shape \(1,\); expected \(3,\)"):
        rotated_nms(BOXES, [1], **DEGREES)


def test_boxes_of_several_images_are_refused_by_their_name():
    with pytest.raises(ArgumentError, match=r"boxes has shape \(2, 3, 5\); expected \[N, 5\]"):
        rotated_nms(np.ones((2, 3, 5)), np.ones(2), unit="degrees", direction="clockwise")
