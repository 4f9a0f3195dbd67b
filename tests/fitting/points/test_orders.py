"""The order of keypoints is told by where they lie."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.fitting import RowsByImage, order_of_points, points_in_order

PLACES = np.array([(5.0, 5), (35, 5), (5, 70), (35, 70), (20, 40)])


def records(order, **more):
    boxes = [[60.0 * n, 0, 60 * n + 40, 90] for n in range(20)]
    chance = np.random.default_rng(2)
    points = []
    for box in boxes:
        places = PLACES[order] + np.array([box[0], 0]) + chance.normal(0, 1, (5, 2))
        points.append(np.column_stack([places, np.full(5, 2)]))
    return [{"boxes": boxes, "labels": [1] * 20, "keypoints": points, **more}]


ROWS = RowsByImage(np.arange(20), np.zeros(20, dtype=np.int32))


@pytest.mark.parametrize("order", [[1, 0, 3, 2, 4], [4, 0, 1, 2, 3], [3, 2, 1, 0, 4]])
def test_what_undoes_an_order_is_found(order):
    truth = tb.read_truth(records(list(range(5))), geometry="keypoints")
    found = tb.read_predictions(records(order, scores=[0.5] * 20), geometry="keypoints")
    seen = order_of_points(truth, found, ROWS, ROWS)
    assert np.array(order)[seen.order].tolist() == [0, 1, 2, 3, 4]
    assert seen.better.all()
    mended = points_in_order(found, seen.order, np.arange(20)).keypoints.points
    assert np.abs(mended[..., :2] - truth.keypoints.points[..., :2]).max() < 8


def test_the_same_order_is_none():
    truth = tb.read_truth(records(list(range(5))), geometry="keypoints")
    found = tb.read_predictions(records(list(range(5)), scores=[0.5] * 20), geometry="keypoints")
    assert order_of_points(truth, found, ROWS, ROWS) is None


def test_boxes_have_no_points():
    truth, found = tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": [1]}]), tb.read_predictions([])
    assert order_of_points(truth, found, ROWS, ROWS) is None
