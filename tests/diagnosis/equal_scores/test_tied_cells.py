from __future__ import annotations

import pytest

from truebox.diagnosis.equal_scores.tied_cells import MOST_ORDERS, score_groups, tied_cells
from truebox.evaluation import evaluate

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def cells_of(truths, found, **arguments):
    """Tied cells of boxes given as (image, x, score); truths as (image, x, crowd)."""

    def box(x):
        return {"category_id": 1, "bbox": [float(x), 10.0, 40.0, 40.0]}

    truth = {
        "images": [{"id": 1}, {"id": 2}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [
            {"id": n, "image_id": image, "area": 1600.0, "iscrowd": crowd, **box(x)}
            for n, (image, x, crowd) in enumerate(truths, start=1)
        ],
    }
    rows = [{"image_id": image, "score": score, **box(x)} for image, x, score in found]
    result = evaluate(truth, rows, **arguments)
    return tied_cells(result, *score_groups(result), seed=0)


def test_rivals_share_a_score_and_a_truth():
    (cell,) = cells_of([(1, 10, 0)], [(1, 10, 0.5), (1, 12, 0.5), (1, 14, 0.4)])
    assert cell.rows == slice(0, 3)
    assert [each.tolist() for each in cell.rivals] == [[0, 1]]
    assert sorted(cell.orders.tolist()) == [[0, 1, 2], [1, 0, 2]]
    assert cell.complete


@pytest.mark.parametrize(
    ("truths", "found"),
    [
        ([(1, 10, 0)], [(1, 10, 0.5), (1, 12, 0.4)]),  # different scores
        ([(1, 10, 0)], [(1, 10, 0.5), (2, 12, 0.5)]),  # different images
        ([(1, 10, 0), (1, 300, 0)], [(1, 10, 0.5), (1, 300, 0.5)]),  # different truths
        ([(1, 10, 1)], [(1, 10, 0.5), (1, 12, 0.5)]),  # a crowd region has room for all
        ([(2, 10, 0)], [(1, 10, 0.5), (1, 12, 0.5)]),  # nothing to match
    ],
)
def test_without_rivalry_the_order_does_not_matter(truths, found):
    assert cells_of(truths, found) == []


def test_a_truth_apart_in_both_directions_is_no_contest():
    # One pixel each, a pixel apart both ways: two sides of -1 have a product of 1, and no overlap.
    truth = [{"boxes": [[10, 10, 11, 11]], "labels": [1], "width": 99, "height": 99}]
    found = [{"boxes": [[10, 10, 11, 11], [12, 12, 13, 13]], "labels": [1, 1], "scores": [0.5, 0.5]}]
    result = evaluate(truth, found)
    assert tied_cells(result, *score_groups(result), seed=0) == []


def test_copies_of_one_box_need_no_second_order():
    (cell,) = cells_of([(1, 10, 0)], [(1, 10, 0.5), (1, 10, 0.5)])
    assert cell.orders.tolist() == [[0, 1]]
    assert cell.complete


def test_orders_of_several_scores_are_combined():
    found = [(1, 10, 0.5), (1, 12, 0.5), (1, 13, 0.4), (1, 14, 0.4)]
    (cell,) = cells_of([(1, 10, 0)], found)
    assert len({tuple(row) for row in cell.orders.tolist()}) == 4


def test_too_many_orders_are_drawn():
    (cell,) = cells_of([(1, 10, 0)], [(1, 10 + n, 0.5) for n in range(6)])
    assert not cell.complete
    assert cell.orders.shape == (MOST_ORDERS, 6)
    assert cell.orders[0].tolist() == [0, 1, 2, 3, 4, 5]
    assert all(sorted(row) == [0, 1, 2, 3, 4, 5] for row in cell.orders.tolist())


def test_without_detections_there_are_no_cells():
    result = evaluate(
        {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": []}, []
    )
    cell, group = score_groups(result)
    assert len(cell) == len(group) == 0
    assert tied_cells(result, cell, group, 0) == []
