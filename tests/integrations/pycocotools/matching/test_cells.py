from __future__ import annotations

import numpy as np
import pytest

from truebox.integrations.pycocotools import Params
from truebox.integrations.pycocotools.matching.cells import Cell, by_score, cell_similarities

_TRUTHS = [
    {"id": 1, "area": 100, "iscrowd": 0, "ignore": 0},
    {"id": 2, "area": 5000, "iscrowd": 1, "ignore": 1},
]
_FOUND = [{"id": 1, "score": 0.5, "area": 100}, {"id": 2, "score": 0.9, "area": 100}]


def _entry(overlaps, **options):
    params = Params("bbox")
    params.iouThrs = [0.5]
    cell = Cell(7, 1, _TRUTHS, by_score(_FOUND, 10), overlaps)
    return cell.entry(params, options.get("area_range", [0, 1e10]), 100)


def test_equal_scores_stay_in_order_and_the_limit_cuts():
    rows = [{"score": 0.5, "id": 1}, {"score": 0.9, "id": 2}, {"score": 0.5, "id": 3}]
    assert [row["id"] for row in by_score(rows, 10)] == [2, 1, 3]
    assert [row["id"] for row in by_score(rows, 2)] == [2, 1]


def test_a_truth_that_counts_is_taken_before_a_crowd_that_overlaps_more():
    entry = _entry(np.array([[0.6, 0.9], [0.7, 0.9]]))
    assert entry["dtMatches"].tolist() == [[1, 2]]
    assert entry["gtMatches"].tolist() == [[2, 1]]
    assert entry["dtIgnore"].tolist() == [[False, True]]


def test_what_lies_outside_of_the_range_is_passed_over():
    entry = _entry(np.array([[0.6, 0.1], [0.1, 0.1]]), area_range=[1000, 9000])
    assert entry["gtIgnore"].tolist() == [1, 1]
    assert entry["dtIgnore"].tolist() == [[True, True]]


def test_overlaps_of_fewer_detections_are_refused():
    with pytest.raises(IndexError):
        _entry(np.array([[0.6, 0.1]]))


def test_a_person_without_labelled_points_is_met_within_a_wider_box():
    params = Params("keypoints")
    truth = {"keypoints": [0] * 51, "bbox": [10, 10, 10, 10], "area": 100}
    inside = {"keypoints": [5, 25, 1] * 17, "score": 0.9}
    assert cell_similarities(params, [truth], [inside]).tolist() == [[1.0]]
    assert cell_similarities(params, [], [inside]) == []
