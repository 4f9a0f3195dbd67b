"""What came of detections at the lowest threshold."""

from __future__ import annotations

import pytest

from truebox.evaluation import evaluate
from truebox.evaluation.matches.judged import judged

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

BOXES = [[30 * n, 0, 30 * n + 20, 20] for n in range(8)]


def result(**more):
    truth = [{"boxes": BOXES[:4], "labels": ["cat"] * 4, **more}]
    found = [{"boxes": BOXES, "labels": ["cat"] * 8, "scores": [0.9 - 0.1 * n for n in range(8)]}]
    return evaluate(truth, found, mode="corrected")


def test_who_is_right():
    assert judged(result(), 100).right.tolist() == [True] * 4 + [False] * 4


def test_so_many_at_most():
    assert [len(judged(result(), most).row) for most in (8, 7, 3, 1)] == [8, 4, 3, 1]


def test_what_does_not_count_is_left_out():
    # The first object is a crowd region, so the detection on it is neither right nor wrong.
    found = judged(result(iscrowd=[1, 0, 0, 0]), 100)
    assert (found.row.tolist(), found.right.tolist()) == ([1, 2, 3, 4, 5, 6, 7], [True] * 3 + [False] * 4)


def test_certain_are_the_scores_of_three_in_four_of_the_right_ones():
    # Right ones have .9, .8, .7 and .6: the first of these in four is left out.
    assert judged(result(), 100).certain.tolist() == [True] * 3 + [False] * 5
