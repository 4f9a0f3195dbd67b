"""Fusion equals ensemble-boxes 1.0.9, box by box; skipped visibly where that package is not installed."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.suppression import non_maximum_weighted, soft_nms, weighted_boxes_fusion

ensemble_boxes = pytest.importorskip("ensemble_boxes", reason="ensemble-boxes (with numba) is not installed")

CONFIDENCES = {
    "avg": "average",
    "max": "maximum",
    "box_and_model_avg": "box_and_model_average",
    "absent_model_aware_avg": "absent_model_aware_average",
}


def several_models(seed, models=4, objects=40, classes=3):
    """Models that see the same objects a little differently, normalised to [0, 1]; scores are distinct."""
    rng = np.random.default_rng(seed)
    low = rng.random((objects, 2)) * 0.7
    truth = np.concatenate([low, low + rng.uniform(0.05, 0.25, (objects, 2))], axis=1)
    kind = rng.integers(0, classes, objects)
    boxes, scores, labels = [], [], []
    for _ in range(models):
        seen = rng.random(objects) < 0.8
        jitter = np.clip(truth[seen] + rng.normal(0, 0.01, (seen.sum(), 4)), 0, 1)
        boxes.append(
            np.concatenate(
                [np.minimum(jitter[:, :2], jitter[:, 2:]), np.maximum(jitter[:, :2], jitter[:, 2:])], 1
            )
        )
        scores.append(rng.random(seen.sum()))
        labels.append(kind[seen])
    return [b.tolist() for b in boxes], [s.tolist() for s in scores], [k.tolist() for k in labels]


def in_order(boxes, scores, labels):
    """Rows sorted by score, then label and box: equal scores have no order in the reference."""
    rows = np.column_stack([-np.asarray(scores, float), np.asarray(labels, float), np.asarray(boxes, float)])
    return rows[np.lexsort(rows.T[::-1])]


@pytest.mark.parametrize("theirs", CONFIDENCES)
@pytest.mark.parametrize("weights", [None, [2, 1, 1, 3]])
@pytest.mark.parametrize("seed", range(4))
def test_weighted_boxes_fusion(seed, weights, theirs):
    boxes, scores, labels = several_models(seed)
    expected = in_order(
        *ensemble_boxes.weighted_boxes_fusion(
            boxes, scores, labels, weights=weights, iou_thr=0.55, skip_box_thr=0.05, conf_type=theirs
        )
    )
    fused = weighted_boxes_fusion(
        boxes, scores, labels, weights=weights, score_threshold=0.05, confidence=CONFIDENCES[theirs]
    )
    found = in_order(fused.boxes, fused.scores, fused.labels)
    # Boxes bit by bit; scores up to the rounding of a product taken in another order.
    assert np.array_equal(found[:, 1:], expected[:, 1:])
    np.testing.assert_allclose(found[:, 0], expected[:, 0], rtol=1e-14)


def test_weighted_boxes_fusion_with_overflow():
    boxes, scores, labels = several_models(9, models=2)
    expected = ensemble_boxes.weighted_boxes_fusion(boxes, scores, labels, iou_thr=0.2, allows_overflow=True)
    fused = weighted_boxes_fusion(boxes, scores, labels, iou_threshold=0.2, allow_overflow=True)
    assert np.array_equal(fused.boxes, expected[0])
    np.testing.assert_allclose(fused.scores, expected[1], rtol=1e-14)


def test_corrected_fusion_differs_by_single_precision_only():
    boxes, scores, labels = several_models(10)
    expected = ensemble_boxes.weighted_boxes_fusion(boxes, scores, labels)
    fused = weighted_boxes_fusion(boxes, scores, labels, mode="corrected")
    np.testing.assert_allclose(fused.boxes, expected[0], atol=1e-6)
    np.testing.assert_allclose(fused.scores, expected[1], rtol=1e-6)


@pytest.mark.parametrize("weights", [None, [2, 1, 1, 3]])
@pytest.mark.parametrize("seed", range(4))
def test_non_maximum_weighted(seed, weights):
    boxes, scores, labels = several_models(seed + 20)
    expected = in_order(
        *ensemble_boxes.non_maximum_weighted(boxes, scores, labels, weights=weights, iou_thr=0.5)
    )
    fused = non_maximum_weighted(boxes, scores, labels, weights=weights, iou_threshold=0.5)
    assert np.array_equal(in_order(fused.boxes, fused.scores, fused.labels), expected)


@pytest.mark.parametrize(("method", "decay"), [(1, "linear"), (2, "gaussian")])
def test_soft_nms_keeps_the_same_boxes(method, decay):
    boxes, scores, labels = several_models(30, models=1, objects=120, classes=1)
    kept, original, _ = ensemble_boxes.soft_nms(
        [np.array(boxes[0])],
        [np.array(scores[0])],
        [np.array(labels[0])],
        method=method,
        iou_thr=0.3,
        thresh=0.05,
    )
    rows, _ = soft_nms(boxes[0], scores[0], decay=decay, iou_threshold=0.3, score_threshold=0.05)
    # It returns the kept boxes in an order of its own, with their scores from before.
    assert sorted(map(tuple, kept.tolist())) == sorted(tuple(boxes[0][k]) for k in rows)
    assert len(original) == len(rows)
