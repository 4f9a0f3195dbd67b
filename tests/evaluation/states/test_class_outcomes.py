"""Detections of a class by falling score: as accumulation orders and counts them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from truebox.evaluation import accumulate, evaluate
from truebox.evaluation.states.class_outcomes import OutcomeOrder, RankedRows
from truebox.generation import make_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.mark.parametrize("mode", ["strict", "corrected"])
@pytest.mark.parametrize("protocol", ["coco", "voc"])
def test_recall_is_that_of_the_tables_and_scores_fall(protocol: str, mode: str) -> None:
    result = evaluate(*make_dataset(20, 3, 30, 4.0, 3, score_decimals=1), protocol=protocol, mode=mode)
    state, curves = result.state, accumulate(result.state)
    thresholds = np.arange(len(state.parameters.iou_thresholds))
    cap = state.parameters.max_detections[-1]
    order = OutcomeOrder(state, 0, cap, thresholds)
    for k, found in enumerate(order.as_it_is()):
        assert (np.diff(found.score) <= 0).all()
        assert found.images == 20
        recall = found.hit.sum(axis=0) / found.truths
        assert recall == pytest.approx(curves.recall[:, k, 0, -1])
        one = found.at(0)
        assert (one.hit ^ one.false).all()
        best = max(one.precision()[one.recall() >= 0.2], default=0)
        at = int(np.flatnonzero(state.parameters.recall_thresholds >= 0.2)[0])
        if (one.recall() == 0.2).sum() == 0:
            assert curves.precision[0, at, k, 0, -1] == pytest.approx(best)


@pytest.mark.parametrize("boxes", [True, False])
def test_equal_scores_go_by_box_or_stay_as_they_were(boxes: bool) -> None:
    state = evaluate(*make_dataset(20, 3, 30, 4.0, 3, score_decimals=1), mode="corrected").state
    state = state if boxes else replace(state, boxes=None)

    def key(row: int) -> tuple[object, ...]:
        return (
            state.category[row],
            -state.score[row],
            *(() if state.boxes is None else state.boxes[row].tolist()),
            row,
        )

    assert (state.boxes is not None) == boxes
    assert RankedRows(state, state.parameters.max_detections[-1]).order.tolist() == sorted(
        range(len(state)), key=key
    )


def test_a_cap_counts_image_by_image() -> None:
    state = evaluate(*make_dataset(8, 2, 20, 4.0, 3), mode="corrected").state
    capped = OutcomeOrder(state, 0, 3, np.array([0]))
    assert sum(len(each.score) for each in capped.as_it_is()) == int((state.rank < 3).sum())
    assert sum(len(each.score) for each in capped.as_it_is()) < len(state)


def test_an_image_that_counts_twice_stands_twice() -> None:
    result = evaluate(*make_dataset(4, 1, 6, 2.0, 3), mode="corrected")
    order = OutcomeOrder(result.state, 0, 100, np.array([0]))
    (plain,) = order.as_it_is()
    (twice,) = order.weighed(np.array([2, 1, 0, 1]), np.array([7]))
    assert twice.truths == 7
    assert twice.images == 4
    rows, counts = np.unique(twice.row, return_counts=True)
    assert not set(rows) & set(plain.row[plain.image == 2])
    assert set(rows[counts == 2]) == set(plain.row[plain.image == 0])


def test_thresholds_beyond_the_first_word_are_read_from_the_next() -> None:
    """20 thresholds times 4 area ranges are 80 bits: those of the last range lie in the second word."""
    thresholds = np.arange(20) / 20 + 0.04
    result = evaluate(*make_dataset(20, 3, 30, 4.0, 3), iou_thresholds=thresholds, mode="corrected")
    state, curves = result.state, accumulate(result.state)
    assert state.matched.shape[1] == 2
    cap = state.parameters.max_detections[-1]
    for area in range(4):
        for k, found in enumerate(OutcomeOrder(state, area, cap, np.arange(20)).as_it_is()):
            if found.truths:
                recall = found.hit.sum(axis=0) / found.truths
                assert recall == pytest.approx(curves.recall[:, k, area, -1])
