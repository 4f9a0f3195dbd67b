"""What is looked at, or put in, after or beside the evaluation, counts as in pycocotools."""

from __future__ import annotations

import numpy as np
import pytest
from coco_worlds import world
from drop_in_pair import assert_same, evaluation_of, everything
from drop_in_worlds import drop_in_world


def _plain(seed):
    return world(np.random.default_rng(seed), irregular=False)


def _scores_fall(evaluation):
    for row in evaluation.cocoDt.anns.values():
        row["score"] = -row["score"]


def _areas_change(evaluation):
    for row in evaluation.cocoGt.anns.values():
        row["area"], row["iscrowd"] = 1.0, 1


def _boxes_move(evaluation):
    for row in evaluation.cocoDt.anns.values():
        row["bbox"] = [0.0, 0.0, 1.0, 1.0]


def _keys_go(evaluation):
    for row in evaluation.cocoDt.anns.values():
        del row["area"]


@pytest.mark.parametrize("change", [_scores_fall, _areas_change, _boxes_move, _keys_go])
def test_entries_are_of_what_was_evaluated_also_when_they_are_looked_at_later(change):
    truth, results = _plain(14)

    def program(tools):
        evaluation = evaluation_of(tools, truth, results)
        evaluation.evaluate()
        change(evaluation)
        return evaluation.evalImgs, evaluation.ious

    assert_same(program)


def test_another_evaluation_of_the_same_truths_changes_no_entries():
    """One of keypoints ignores people without points, and says so in the annotations both share."""
    truth, results, _ = drop_in_world("keypoints", 3)
    for row in truth["annotations"][::2]:
        row["num_keypoints"] = 0

    def program(tools):
        points = evaluation_of(tools, truth, results, "keypoints")
        boxes = tools.COCOeval(points.cocoGt, points.cocoDt, "bbox")
        boxes.evaluate()
        points.evaluate()
        return boxes.evalImgs, points.evalImgs

    assert_same(program)


def test_tables_add_up_to_the_last_bit():
    """Sums of NumPy follow the order in memory."""
    truth, results = _plain(15)

    def program(tools):
        evaluation = evaluation_of(tools, truth, results)
        evaluation.evaluate()
        evaluation.accumulate()
        tables = [evaluation.eval[name] for name in ("precision", "recall", "scores")]
        return [value for table in tables for value in (table.sum(), table.mean(), table.std())]

    assert_same(program)


def test_another_function_of_overlaps_is_used(monkeypatch):
    """As programs do that put a faster one, or another measure, into ``mask.iou``."""
    truth, results = _plain(16)

    def program(tools):
        before = tools.mask.iou
        monkeypatch.setattr(tools.mask, "iou", lambda *sides: np.asarray(before(*sides)) * 0.8)
        return everything(evaluation_of(tools, truth, results))

    assert_same(program)


def test_sigmas_that_are_a_list_fail_as_in_the_reference():
    truth, results, _ = drop_in_world("keypoints", 4)
    sigmas = {"kpt_oks_sigmas": [0.05] * 17}
    assert_same(lambda tools: everything(evaluation_of(tools, truth, results, "keypoints", **sigmas)))
