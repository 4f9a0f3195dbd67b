"""supervision 0.31.2, examples of ``detection/utils``, ``iou_and_nms.py`` and ``boxes.py``, as facts."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.boxes import clip_boxes
from truebox.overlap import (
    pairwise_ios,
    pairwise_iou,
    pairwise_mask_iou,
    pairwise_oks,
    pairwise_polygon_iou,
)
from truebox.suppression import nms, nms_from_overlap, non_max_merge, soft_nms_from_overlap

TRUE = [[100, 100, 200, 200], [300, 300, 400, 400]]
FOUND = [[150, 150, 250, 250], [320, 320, 420, 420]]
TWICE, SCORES = [[0, 0, 4, 4], [0, 0, 4, 4]], [0.9, 0.8]


def cut(values, places):
    """Published digits are cut off, not rounded."""
    return np.floor(np.asarray(values) * 10**places) / 10**places


def test_box_iou_batch():
    assert cut(pairwise_iou(TRUE, FOUND), 5).tolist() == [[0.14285, 0], [0, 0.47058]]
    assert pairwise_ios(TRUE, FOUND) == pytest.approx(np.array([[0.25, 0], [0, 0.64]]), abs=1e-8)


def test_box_iou_batch_with_jaccard():
    true, found = [[10, 20, 30, 40], [15, 25, 35, 45]], [[12, 22, 28, 38], [16, 26, 36, 46]]
    # As published the rows are the detections.
    shares = cut(pairwise_iou(found, true, box_format="xywh"), 3)
    assert shares.tolist() == [[0.886, 0.496], [0.4, 0.862]]


def test_oriented_box_iou_batch():
    a, b = [[[0, 0], [2, 0], [2, 2], [0, 2]]], [[[1, 0], [3, 0], [3, 2], [1, 2]]]
    assert cut(pairwise_polygon_iou(a, b), 3).tolist() == [[0.333]]


def test_keypoint_oks_batch():
    true = [[[10, 10, 2], [20, 10, 2], [15, 20, 2]]]
    found = [[[10, 10], [20, 10], [15, 20]], [[12, 10], [20, 13], [15, 20]]]
    similar = pairwise_oks(found, true, area=[100.0], sigmas=[0.25] * 3)
    assert cut(similar.T, 5).tolist() == [[1, 0.91946]]


def test_mask_iou_batch():
    true, found = np.zeros((2, 1, 4, 4), bool)
    true[:, :2, :2], found[:, :3, :3] = True, True
    assert pairwise_mask_iou(true, found) == pytest.approx(0.44444445, abs=1e-7)


def test_suppression_and_merging_of_a_box_and_its_double():
    assert nms(TWICE, SCORES, labels=[0, 0], iou_threshold=0.5).tolist() == [0]
    assert non_max_merge(TWICE, SCORES, labels=[0, 0], threshold=0.5).groups.tolist() == [0, 0]


def test_suppression_of_masks():
    masks = np.zeros((2, 4, 4), bool)
    masks[:, :2, :2] = True
    overlap = pairwise_mask_iou(masks, masks)
    assert nms_from_overlap(overlap, SCORES, threshold=0.5).tolist() == [0]
    _rows, lowered = soft_nms_from_overlap(overlap, SCORES, decay="gaussian", sigma=0.5)
    assert lowered == pytest.approx([0.9, 0.10826823], abs=1e-8)


def test_clip_boxes():
    boxes = [[10, 20, 300, 200], [15, 25, 350, 450], [-10, -20, 30, 40]]
    expected = [[10, 20, 300, 200], [15, 25, 320, 240], [0, 0, 30, 40]]
    assert np.asarray(clip_boxes(np.array(boxes, float), (320, 240))).tolist() == expected
