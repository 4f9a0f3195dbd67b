"""Soft-NMS against its definition, and at its corners."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.suppression import nms, soft_nms, soft_nms_from_overlap


def scattered(seed, count, field=150.0):
    rng = np.random.default_rng(seed)
    corner = rng.random((count, 2)) * field
    return np.concatenate([corner, corner + rng.uniform(5, 60, (count, 2))], axis=1), rng.random(count)


def iou_matrix(boxes):
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    shared = np.maximum(high - low, 0).prod(-1)
    area = (boxes[:, 2:] - boxes[:, :2]).prod(-1)
    return shared / (area[:, None] + area[None] - shared)


def definition(overlap, scores, decay, labels, *, sigma=0.5, threshold=0.3, lowest=0.001):
    """Bodla et al. 2017, figure 2: pick the best, lower the others, repeat."""
    left = dict(enumerate(scores))
    picked = []
    while left:
        best = max(left, key=lambda k: (left[k], -k))
        picked.append((best, left.pop(best)))
        for k in left:
            if labels[k] != labels[best]:
                continue
            covered = overlap[best, k]
            if decay == "gaussian":
                left[k] *= np.exp(-(covered**2) / sigma)
            elif covered > threshold:
                left[k] *= 1 - covered
    return [(k, score) for k, score in picked if score >= lowest]


@pytest.mark.parametrize("decay", ["linear", "gaussian"])
@pytest.mark.parametrize("classes", [1, 4])
@pytest.mark.parametrize("count", [7, 300])
def test_rows_and_scores_are_those_of_the_definition(count, classes, decay):
    boxes, scores = scattered(count, count)
    labels = np.arange(count) % classes
    expected = definition(iou_matrix(boxes), scores, decay, labels)
    rows, lowered = soft_nms(boxes, scores, labels=labels, decay=decay)
    assert rows.tolist() == [k for k, _ in expected]
    # Factors are multiplied in the same order; the exponential may differ in its last bit.
    np.testing.assert_allclose(lowered, [score for _, score in expected], rtol=1e-12)
    again, same = soft_nms_from_overlap(iou_matrix(boxes), scores, labels=labels, decay=decay)
    assert again.tolist() == rows.tolist()
    np.testing.assert_allclose(same, lowered, rtol=1e-12)


def test_linear_by_hand():
    # IoU .8: the second keeps .8 * (1 - .8)
    rows, scores = soft_nms([(0, 0, 10, 10), (0, 0, 10, 8)], [0.9, 0.8], decay="linear")
    assert rows.tolist() == [0, 1]
    np.testing.assert_allclose(scores, [0.9, 0.16], rtol=1e-14)


def test_linear_leaves_what_lies_at_the_threshold_exactly():
    # 50 of 100 pixels: IoU .5, which is no more than a threshold of .5.
    boxes, scores = [(0, 0, 10, 10), (0, 0, 10, 5)], [0.9, 0.8]
    assert soft_nms(boxes, scores, decay="linear", iou_threshold=0.5)[1].tolist() == [0.9, 0.8]
    _, lowered = soft_nms(boxes, scores, decay="linear", iou_threshold=np.nextafter(0.5, 0))
    assert lowered.tolist() == [0.9, 0.4]


def test_gaussian_by_hand():
    rows, scores = soft_nms([(0, 0, 10, 10), (0, 0, 10, 8)], [0.9, 0.8], sigma=0.5)
    assert rows.tolist() == [0, 1]
    np.testing.assert_allclose(scores, [0.9, 0.8 * np.exp(-1.28)], rtol=1e-14)


def test_a_duplicate_vanishes_and_comes_back_only_without_a_limit():
    boxes = [(0, 0, 10, 10)] * 2
    assert soft_nms(boxes, [0.9, 0.8], decay="linear")[0].tolist() == [0]
    for limit in (0.0, None):
        rows, scores = soft_nms(boxes, [0.9, 0.8], decay="linear", score_threshold=limit)
        assert rows.tolist() == [0, 1]
        assert scores.tolist() == [0.9, 0.0]


def test_zero_scores_and_both_zeros():
    rows, scores = soft_nms([(0, 0, 1, 1), (5, 5, 6, 6)], [-0.0, 0.0], score_threshold=0)
    assert rows.tolist() == [0, 1]
    assert scores.tolist() == [0, 0]


def test_the_best_row_keeps_its_score_and_no_score_rises():
    boxes, scores = scattered(3, 200)
    rows, lowered = soft_nms(boxes, scores)
    assert rows[0] == scores.argmax()
    assert lowered[0] == scores.max()
    assert (lowered <= scores[rows]).all()
    assert (np.diff(lowered) <= 0).all()


def test_boxes_apart_are_left_alone():
    boxes = [(20 * k, 0, 20 * k + 10, 10) for k in range(6)]
    rows, scores = soft_nms(boxes, [0.1, 0.6, 0.3, 0.2, 0.5, 0.4])
    assert rows.tolist() == [1, 4, 5, 2, 3, 0]
    assert scores.tolist() == [0.6, 0.5, 0.4, 0.3, 0.2, 0.1]
    assert soft_nms(boxes, [0.1, 0.6, 0.3, 0.2, 0.5, 0.4], max_detections=2)[0].tolist() == [1, 4]


def test_a_narrow_gaussian_tends_to_hard_suppression_of_everything_that_overlaps():
    boxes, scores = scattered(4, 100)
    rows, _ = soft_nms(boxes, scores, sigma=1e-9)
    assert rows.tolist() == [k for k in nms(boxes, scores, iou_threshold=1e-4) if scores[k] >= 0.001]


def test_nothing_gives_nothing():
    rows, scores = soft_nms([], [])
    assert rows.shape == scores.shape == (0,)
    assert rows.dtype == np.int64


def test_refusals():
    with pytest.raises(ArgumentError, match=r"scores\[0\] is -1"):
        soft_nms([(0, 0, 1, 1)], [-1])
    for sigma in (0, -1, float("nan"), float("inf")):
        with pytest.raises(ArgumentError, match="sigma is"):
            soft_nms([(0, 0, 1, 1)], [1], sigma=sigma)
    with pytest.raises(ArgumentError, match="decay is 'cubic'; expected one of gaussian, linear"):
        soft_nms([(0, 0, 1, 1)], [1], decay="cubic")
