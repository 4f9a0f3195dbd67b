"""Matrix-NMS against the matrix form printed in its paper, and at its corners."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.suppression import matrix_nms, matrix_nms_from_overlap


def scattered(seed, count):
    rng = np.random.default_rng(seed)
    corner = rng.random((count, 2)) * 120
    return np.concatenate([corner, corner + rng.uniform(5, 60, (count, 2))], axis=1), rng.random(count)


def iou_matrix(boxes):
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    shared = np.maximum(high - low, 0).prod(-1)
    area = (boxes[:, 2:] - boxes[:, :2]).prod(-1)
    return shared / (area[:, None] + area[None] - shared)


def definition(overlap, scores, decay, labels, sigma=2.0):
    """SOLOv2, section 3.3: the whole triangle at once, then the column minima."""
    order = np.argsort(-scores, kind="stable")
    same = labels[order][:, None] == labels[order][None]
    upper = np.triu(overlap[np.ix_(order, order)] * same, k=1)
    compensation = upper.max(axis=0)[:, None]
    if decay == "linear":
        factors = (1 - upper) / (1 - compensation)
    else:
        factors = np.exp(-sigma * (upper**2 - compensation**2))
    lowered = np.empty(len(scores))
    lowered[order] = scores[order] * factors.min(axis=0)
    return lowered


@pytest.mark.parametrize("decay", ["linear", "gaussian"])
@pytest.mark.parametrize("classes", [1, 5])
def test_scores_are_those_of_the_definition(classes, decay):
    boxes, scores = scattered(classes, 250)
    labels = np.arange(250) % classes
    expected = definition(iou_matrix(boxes), scores, decay, labels)
    rows, lowered = matrix_nms(boxes, scores, labels=labels, decay=decay)
    assert sorted(rows.tolist()) == list(range(250))
    np.testing.assert_allclose(lowered, expected[rows], rtol=1e-9, atol=1e-15)
    assert (np.diff(lowered) <= 0).all()
    again, same = matrix_nms_from_overlap(iou_matrix(boxes), scores, labels=labels, decay=decay)
    np.testing.assert_allclose(same, expected[again], rtol=1e-9, atol=1e-15)


def test_by_hand():
    # IoU .8 with the first: linear 1 - .8, Gaussian exp(-2 * .64)
    boxes, scores = [(0, 0, 10, 10), (0, 0, 10, 8)], [0.9, 0.8]
    np.testing.assert_allclose(matrix_nms(boxes, scores, decay="linear")[1], [0.9, 0.16], rtol=1e-14)
    np.testing.assert_allclose(matrix_nms(boxes, scores)[1], [0.9, 0.8 * np.exp(-1.28)], rtol=1e-14)


def test_a_duplicate_suppresses_nobody_else():
    # Rows 0 and 1 are the same box. Row 2 is lowered by row 0 alone; the quotient 0 / 0 must not appear.
    boxes, scores = [(0, 0, 10, 10), (0, 0, 10, 10), (0, 0, 10, 8)], [0.9, 0.8, 0.7]
    rows, lowered = matrix_nms(boxes, scores, decay="linear")
    assert rows.tolist() == [0, 2, 1]
    np.testing.assert_allclose(lowered, [0.9, 0.14, 0.0], rtol=1e-14)


def test_limits():
    boxes, scores = scattered(2, 50)
    rows, lowered = matrix_nms(boxes, scores)
    few, _ = matrix_nms(boxes, scores, score_threshold=0.3)
    assert few.tolist() == rows[lowered >= 0.3].tolist()
    assert matrix_nms(boxes, scores, max_detections=3)[0].tolist() == rows[:3].tolist()
    assert matrix_nms([], [])[0].shape == (0,)


def test_refusals():
    with pytest.raises(ArgumentError, match=r"scores\[0\] is -1"):
        matrix_nms([(0, 0, 1, 1)], [-1])
    with pytest.raises(ArgumentError, match="sigma is 0"):
        matrix_nms_from_overlap([[1]], [1], sigma=0)
