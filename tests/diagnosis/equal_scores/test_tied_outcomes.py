from __future__ import annotations

import numpy as np
import pytest

from truebox.diagnosis import ties
from truebox.diagnosis.certainty.replicates import Resampling
from truebox.diagnosis.equal_scores.tied_cells import score_groups, tied_cells
from truebox.diagnosis.equal_scores.tied_outcomes import Field, _running, outcomes_of, tied_outcomes
from truebox.evaluation import evaluate

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
FIELD = Field(0, 1, 100)


def outcomes(boxes, scores, images=1, **arguments):
    """Per image two truths at 10 and 30; a wide detection may take either, a narrow one only one of them."""
    truth = {
        "images": [{"id": image + 1} for image in range(images)],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [
            {"id": 2 * image + n, "image_id": image + 1, "category_id": 1, "iscrowd": 0, "area": 1600.0,
             "bbox": [x, 10.0, 40.0, 40.0]}
            for image in range(images) for n, x in ((1, 10.0), (2, 30.0))
        ],
    }  # fmt: skip
    found = [
        {"image_id": image + 1, "category_id": 1, "bbox": [x, 10.0, 40.0, 40.0], "score": score - image / 10}
        for image in range(images)
        for x, score in zip(boxes, scores, strict=True)
    ]
    result = evaluate(truth, found, iou_thresholds=[0.5], **arguments)
    cell, group = score_groups(result)
    cells = tied_cells(result, cell, group, 0)
    return tied_outcomes(Resampling(result), FIELD, cells, group, []), result


def test_the_order_decides_how_many_find_a_truth():
    # IoU with the truth at 10: 1, 0.70 of the one at 17; the one at 17 also reaches that at 30 (0.51).
    found, _ = outcomes([10.0, 17.0], [0.5, 0.5])
    assert found.best.hits.sum() == 2
    assert found.best.misses.sum() == 0
    assert found.worst.hits.sum() == 1  # 17 first takes the truth at 10
    assert found.worst.misses.sum() == 1
    assert len(found.drawn) == 2
    assert found.reason is None


def test_each_image_has_its_own_orders():
    found, _ = outcomes([10.0, 17.0], [0.5, 0.5], images=3)
    for side, hits, misses in ((found.best, 2, 0), (found.worst, 1, 1)):
        assert side.hits.reshape(3, 2).sum(axis=1).tolist() == [hits] * 3
        assert side.misses.reshape(3, 2).sum(axis=1).tolist() == [misses] * 3


def test_what_follows_a_tie_is_part_of_it():
    found, _ = outcomes([10.0, 17.0, 30.0], [0.5, 0.5, 0.4])
    both = [int(side.hits.sum()) for side in (found.best, found.worst)]
    # 10 and 17 take both truths and 30 none, or 17 takes that at 10, 10 none and 30 its own.
    assert both == [2, 2]
    assert found.best.hits.tolist() == [1, 1, 0]
    assert found.worst.hits.tolist() == [1, 0, 1]


def test_without_ties_it_is_what_it_is():
    found, result = outcomes([10.0, 17.0], [0.6, 0.5])
    now = outcomes_of(result.state, FIELD)
    for side in (found.best, found.worst):
        np.testing.assert_array_equal(side.hits, now.hits)
        np.testing.assert_array_equal(side.misses, now.misses)
    assert not found.loose.any()


def test_a_cut_leaves_everything_possible():
    _, result = outcomes([10.0, 17.0, 90.0], [0.5, 0.5, 0.5])
    cell, group = score_groups(result)
    cells = tied_cells(result, cell, group, 0)
    found = tied_outcomes(Resampling(result), FIELD, cells, group, [(0, 3)])
    assert found.best.hits.tolist() == [1, 1, 0]  # as many as there are truths
    assert found.best.misses.sum() == 0
    assert found.worst.hits.sum() == 0
    assert found.worst.misses.sum() == 3
    assert found.loose.all()
    assert "cap" in found.reason


def test_outcomes_may_span_two_words():
    thresholds = np.linspace(0.02, 0.98, 40)
    truth = {
        "images": [{"id": 1}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "iscrowd": 0, "area": 1600.0,
                         "bbox": [10.0, 10.0, 40.0, 40.0]}],
    }  # fmt: skip
    found = [{"image_id": 1, "category_id": 1, "bbox": [10.0, 10.0, 40.0, 30.0], "score": 0.5}]  # IoU 0.75
    result = evaluate(truth, found, iou_thresholds=thresholds)
    for area_range, counts in ((0, True), (1, False), (2, True)):  # all, small, medium
        got = outcomes_of(result.state, Field(area_range, 40, 100))
        hits = [bool((int(got.hits[0]) >> t) & 1) for t in range(40)]
        assert hits == [counts and threshold <= 0.75 for threshold in thresholds]


def test_beyond_the_cap_is_neither_right_nor_wrong():
    _, result = outcomes([10.0, 17.0, 200.0], [0.7, 0.6, 0.5])
    assert outcomes_of(result.state, Field(0, 1, 100)).misses.sum() == 1
    for cap, hits in ((1, [1, 0, 0]), (2, [1, 1, 0])):
        within = outcomes_of(result.state, Field(0, 1, cap))
        assert (within.hits.tolist(), within.misses.tolist()) == (hits, [0, 0, 0])


@pytest.mark.parametrize(
    ("protocol", "label"),
    [("kitti", "Car"), ("waymo_camera", "VEHICLE"), ("visdrone", "car"), ("voc", "car")],
)
def test_protocols_that_choose_classes_by_name(protocol: str, label: str) -> None:
    """Two of one score compete for one truth: the names of classes are known when orders are tried."""
    truth = [{"boxes": [[0, 0, 90, 90], [200, 0, 290, 90]], "labels": [label] * 2}]
    boxes = [[0, 0, 90, 88], [0, 0, 88, 90], [200, 0, 290, 88]]
    found = [{"boxes": boxes, "labels": [label] * 3, "scores": [0.5, 0.5, 0.4]}]
    reached = ties(evaluate(truth, found, protocol=protocol))
    assert (reached.tied, reached.rivals) == (2, 1)


@pytest.mark.parametrize("sizes", [(1, 1, 1), (1, 3), (3, 1), (2, 2, 1), (4,)])
def test_bits_are_counted_within_each_cell(sizes):
    """Cells of one row and of several, first, between and last; every row ends a group."""
    count = sum(sizes)
    words = np.random.default_rng(count).integers(0, 8, count).astype(np.uint64) | np.uint64(1)
    cell = np.repeat(np.arange(len(sizes)), sizes)
    expected = [
        [
            sum(int(words[row]) >> bit & 1 for row in range(end + 1) if cell[row] == cell[end])
            for bit in range(3)
        ]
        for end in range(count)
    ]
    assert _running(words, 3, cell, np.arange(count)).tolist() == expected
