"""Suppression of rotated boxes: as greedy suppression by their overlaps."""

from __future__ import annotations

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox.errors import ArgumentError, InputError
from truebox.overlap import pairwise_rotated_iou
from truebox.suppression import nms_from_overlap, rotated_nms

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


@pytest.mark.parametrize("threads", [None, 1, 2])
def test_many_boxes_as_by_the_matrix(threads):
    chance = np.random.default_rng(9)
    count = 6000  # enough for labels side by side, and for several batches of candidates
    boxes = np.column_stack(
        [
            chance.uniform(0, 400, (count, 2)),
            chance.uniform(5, 60, (count, 2)),
            chance.uniform(0, 360, count),
        ]
    )
    scores, labels = chance.integers(0, 900, count) / 900, chance.integers(-2, 2, count)
    for most in (None, 10):
        options = {"labels": labels, "iou_threshold": 0.3, "max_detections": most, "threads": threads}
        wanted = []
        for label in np.unique(labels):
            own = np.flatnonzero(labels == label)
            overlap = pairwise_rotated_iou(boxes[own], boxes[own], **DEGREES)
            wanted += own[nms_from_overlap(overlap, scores[own], threshold=0.3)].tolist()
        wanted.sort(key=lambda row: (-scores[row], row))
        assert rotated_nms(boxes, scores, **options, **DEGREES).tolist() == wanted[:most]


def test_arrays_of_any_kind_are_the_same_boxes():
    wanted = rotated_nms(BOXES, SCORES, **DEGREES).tolist()
    for boxes in (BOXES.astype(np.float32), np.asfortranarray(BOXES), BOXES.astype(int), BOXES.tolist()):
        for scores in (SCORES.astype(np.float32), SCORES[::1], SCORES.tolist()):
            assert rotated_nms(boxes, scores, **DEGREES).tolist() == wanted


def test_refusals():
    with pytest.raises(InputError, match=r"E-192 boxes_b\[1\]: height -1 is negative"):
        rotated_nms([[0, 0, 1, 1, 0], [0, 0, 1, -1, 0]], [1, 1], **DEGREES)
    with pytest.raises(ArgumentError, match=r"scores has shape \(1,\); expected \(3,\)"):
        rotated_nms(BOXES, [1], **DEGREES)


def test_boxes_of_several_images_are_refused_by_their_name():
    with pytest.raises(ArgumentError, match=r"boxes has shape \(2, 3, 5\); expected \[N, 5\]"):
        rotated_nms(np.ones((2, 3, 5)), np.ones(2), unit="degrees", direction="clockwise")
