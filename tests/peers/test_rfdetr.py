"""rf-detr, main at 35ac6ab, ``tests/util/test_metrics.py``: its scene and values, as facts."""

from __future__ import annotations

import math

import pytest

from truebox import diagnosis, evaluate

SHARES = [0.975, 0.925, 0.875, 0.825, 0.775, 0.725, 0.675, 0.625, 0.575, 0.525]
FIRST = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.0]
SECOND = [0.95, 0.90, 0.85, 0.80, 0.75, 0.70, 0.65, 0.60, 0.55, 0.50]
WRONG = [0.45, 0.40, 0.35, 0.30, 0.25, 0.20, 0.15, 0.10, 0.05, 0.00]


def inside(x, y, share):
    """A box in the middle of a square of 200 that has this share of it."""
    side = 200 * math.sqrt(share)
    return [x + (200 - side) / 2, y + (200 - side) / 2, side, side]


def scene():
    truth, found = [], []
    for label, top, scores in ((1, 0, FIRST), (2, 260, SECOND)):
        for k, (share, score) in enumerate(zip(SHARES, scores, strict=True)):
            truth.append({"category_id": label, "bbox": [250 * k, top, 200, 200]})
            found.append({"category_id": label, "bbox": inside(250 * k, top, share), "score": score})
    found += [{"category_id": 2, "bbox": [250 * k, 520, 200, 200], "score": s} for k, s in enumerate(WRONG)]
    annotations = [
        {"id": k, "image_id": 1, "iscrowd": 0, "area": 40000, **each} for k, each in enumerate(truth, 1)
    ]
    images = [{"id": 1, "width": 2500, "height": 780}]
    categories = [{"id": k, "name": f"class_{k}"} for k in (1, 2)]
    return (
        {"images": images, "categories": categories, "annotations": annotations},
        [{"image_id": 1, **each} for each in found],
    )


def test_everything_right_stands_before_the_first_wrong_one():
    result = evaluate(*scene(), iou_thresholds=[0.5], mode="corrected")
    assert [result.metrics["AP"], result.metrics["AR100"]] == [1, 1]


def test_where_to_cut():
    """They sweep the mean of both classes' F1: .8333 at 0 and at .5. Here classes stand, and all objects."""
    points = diagnosis.operating_points(evaluate(*scene(), iou_thresholds=[0.5], mode="corrected"))
    assert [(point.score, point.f1) for point in points.per_class] == [(0.0, 1.0), (0.5, 1.0)]
    # At .5 fifteen of twenty are right and none is wrong; with everything, twenty are right and ten wrong.
    assert points.overall.score == 0.5
    assert (points.overall.precision, points.overall.recall) == (1.0, 0.75)
    assert points.overall.f1 == pytest.approx(2 * 0.75 / 1.75)


def test_precision_and_recall_of_each_class_at_their_choice():
    """With everything taken they publish means: precision .75, recall 1 and F1 .8333."""
    points = diagnosis.operating_points(
        evaluate(*scene(), iou_thresholds=[0.5], mode="corrected"), recall=1.0
    )
    assert points.overall.score == 0
    curves = diagnosis.confidence_curves(evaluate(*scene(), iou_thresholds=[0.5], mode="corrected"))
    last = [(curve.precision[-1], curve.recall[-1], curve.f1[-1]) for curve in curves.per_class]
    assert last == [(1.0, 1.0, 1.0), (0.5, 1.0, pytest.approx(2 / 3))]
