"""Where to cut."""

from __future__ import annotations

import json

import numpy as np
import pytest
from diagnosed_results import made_result

import truebox as tb
from truebox.diagnosis import confidence_curves, operating_points
from truebox.errors import ArgumentError

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_best_f1_is_the_best_of_all_scores(seed):
    result = made_result(seed)
    points, curves = operating_points(result), confidence_curves(result)
    for point, curve in zip(
        (points.overall, *points.per_class), (curves.overall, *curves.per_class), strict=True
    ):
        assert point.f1 == curve.f1.max()
        assert point.score == curve.score[np.flatnonzero(curve.f1 == curve.f1.max())].max()


def test_a_wanted_precision_keeps_the_most_recall():
    result = made_result()
    point = operating_points(result, precision=0.8).overall
    curve = confidence_curves(result).overall
    assert point.precision >= 0.8
    assert point.recall == curve.recall[curve.precision >= 0.8].max()


def test_a_wanted_recall_keeps_the_most_precision():
    result = made_result()
    point = operating_points(result, recall=0.3).overall
    curve = confidence_curves(result).overall
    assert point.recall >= 0.3
    assert point.precision == curve.precision[curve.recall >= 0.3].max()


def test_costs_move_the_cut():
    result = made_result()
    curve = confidence_curves(result).overall
    for false, missed in ((1.0, 1.0), (5.0, 1.0), (1.0, 5.0)):
        point = operating_points(result, cost=(false, missed)).overall
        costs = false * curve.false_positives + missed * (curve.truths - curve.true_positives)
        assert point.score == curve.score[np.flatnonzero(costs == costs.min())].max()
    careful, eager = (operating_points(result, cost=cost).overall.score for cost in ((9, 1), (1, 9)))
    assert careful >= eager


def test_what_cannot_be_reached_is_said_with_the_most_there_is():
    point = operating_points(made_result(), recall=1.0).overall
    assert point.score is None
    assert point.reason.startswith("no score reaches recall 1; the most is 0.")


def test_no_truth_and_no_detections():
    box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    result = tb.evaluate([box], [{"boxes": [], "labels": [], "scores": []}], mode="corrected")
    assert operating_points(result).overall.reason == "no detections that count"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"precision": 1.5}, "precision: 1.5 is not in"),
        ({"precision": 0.5, "recall": 0.5}, "more than one"),
        ({"cost": (1, -1)}, "not two costs"),
        ({"cost": (1, float("nan"))}, "not two costs"),
    ],
)
def test_nonsense_is_refused(asked, words):
    with pytest.raises(ArgumentError, match=words):
        operating_points(made_result(), **asked)


def test_json_says_what_was_asked():
    document = json.loads(json.dumps(operating_points(made_result(), precision=0.9).to_dict()))
    assert document["asked"] == "precision of at least 0.9"
    assert len(document["per_class"]) == len(made_result().per_class)
