"""Keypoint similarity against COCOeval.computeOks of pycocotools 2.0.11, by array identity."""

from __future__ import annotations

import numpy as np
import pytest
from pycocotools.cocoeval import COCOeval

from truebox.overlap.oks import pairwise_oks


def _reference(predictions: np.ndarray, truths: np.ndarray, area: np.ndarray, boxes: np.ndarray, sigmas=None):
    evaluation = COCOeval(iouType="keypoints")
    if sigmas is not None:
        evaluation.params.kpt_oks_sigmas = sigmas
    evaluation._gts[0, 0] = [
        {"keypoints": truth.ravel().tolist(), "area": float(size), "bbox": box.tolist(), "ignore": 0}
        for truth, size, box in zip(truths, area, boxes, strict=True)
    ]
    evaluation._dts[0, 0] = [
        {"keypoints": points.ravel().tolist(), "score": -row} for row, points in enumerate(predictions)
    ]
    evaluation.params.maxDets = [len(predictions)]
    return evaluation.computeOks(0, 0)


def _people(count: int, points: int, rng: np.random.Generator, whole: bool) -> tuple[np.ndarray, ...]:
    boxes = rng.uniform(0, 300, (count, 4)) + np.array((0, 0, 20, 20))
    xy = boxes[:, None, :2] + rng.uniform(0, 1, (count, points, 2)) * boxes[:, None, 2:]
    visible = rng.integers(0, 3, (count, points, 1)) * (rng.random((count, 1, 1)) < 0.85)
    truths = np.concatenate([xy, visible], axis=2)
    if whole:
        truths, boxes = np.round(truths).astype(int), np.round(boxes)
    return truths, boxes, boxes[:, 2] * boxes[:, 3] * rng.uniform(0.3, 1, count)


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_people_with_coco_s_sigmas(seed: int, whole: bool) -> None:
    rng = np.random.default_rng(seed)
    truths, boxes, area = _people(int(rng.integers(1, 25)), 17, rng, whole)
    near = truths[rng.integers(0, len(truths), 30)] + rng.normal(0, 8, (30, 17, 3))
    predictions = np.round(near) if whole else near
    expected = _reference(predictions, truths, area, boxes)
    assert np.array_equal(pairwise_oks(predictions, truths, area=area, boxes=boxes), expected)
    flat = pairwise_oks(predictions.reshape(30, -1), truths.reshape(len(truths), -1), area=area, boxes=boxes)
    assert np.array_equal(flat, expected)


@pytest.mark.parametrize("points", [1, 2, 7, 8, 9, 14, 16, 24, 127, 128, 129, 300])
def test_other_numbers_of_points_and_own_sigmas(points: int) -> None:
    # NumPy adds in another order from 8 terms on, and again above 128.
    rng = np.random.default_rng(points)
    truths, boxes, area = _people(9, points, rng, False)
    sigmas = rng.uniform(0.02, 0.2, points)
    predictions = truths[rng.integers(0, 9, 20)] + rng.normal(0, 5, (20, points, 3))
    expected = _reference(predictions, truths, area, boxes, sigmas)
    assert np.array_equal(pairwise_oks(predictions, truths, area=area, boxes=boxes, sigmas=sigmas), expected)


def test_sigmas_of_each_truth_s_category() -> None:
    rng = np.random.default_rng(4)
    truths, boxes, area = _people(6, 5, rng, False)
    sigmas = rng.uniform(0.02, 0.2, (6, 5))
    predictions = truths[:, :, :] + rng.normal(0, 5, (6, 5, 3))
    together = pairwise_oks(predictions, truths, area=area, boxes=boxes, sigmas=sigmas)
    for column in range(6):
        one = slice(column, column + 1)
        expected = _reference(predictions, truths[one], area[one], boxes[one], sigmas[column])
        assert np.array_equal(together[:, one], expected)
