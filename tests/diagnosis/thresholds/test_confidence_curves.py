"""Precision, recall and F1 at every score, against counting."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from diagnosed_results import made_result

import truebox as tb
from truebox.diagnosis import ConfidenceCurve, confidence_curves
from truebox.diagnosis.causes.outcomes import outcome_at

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.mark.parametrize("iou", [0.5, 0.75])
@pytest.mark.parametrize("seed", [1, 2])
def test_every_point_is_what_counting_gives(seed, iou):
    result = made_result(seed)
    curves = confidence_curves(result, iou=iou)
    outcome, score, category = outcome_at(result, iou), result.state.score, result.state.category
    for k, curve in [*enumerate(curves.per_class), (None, curves.overall)]:
        own = np.ones(len(score), dtype=bool) if k is None else category == k
        counted = own & (outcome != 2)
        assert curve.score.tolist() == sorted(set(score[counted].tolist()), reverse=True)
        for place in range(0, len(curve), max(1, len(curve) // 7)):
            kept = counted & (score >= curve.score[place])
            true = int((outcome[kept] == 1).sum())
            assert curve.true_positives[place] == true
            assert curve.precision[place] == true / kept.sum()
            assert curve.recall[place] == true / curve.truths
            expected = 2 * true / (kept.sum() + curve.truths)
            assert curve.f1[place] == pytest.approx(expected, abs=1e-15)


def test_the_last_recall_is_that_of_the_evaluation():
    result = made_result(max_detections=(100,))
    curves = confidence_curves(result)
    for k, curve in enumerate(curves.per_class):
        assert curve.recall[-1] == result.recall[0, k, 0, -1]


def test_without_classes_there_is_one_curve():
    curves = confidence_curves(made_result(class_agnostic=True))
    assert [curve.name for curve in curves.per_class] == ["all classes"]
    assert curves.per_class[0].f1.tolist() == curves.overall.f1.tolist()


def test_an_area_has_its_own_curve():
    small, every = (confidence_curves(made_result(), area=area).overall for area in ("small", None))
    assert small.truths < every.truths


def test_nothing_found_is_an_empty_curve():
    truth = [{"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}]
    nothing = [{"boxes": [], "labels": [], "scores": []}]
    curves = confidence_curves(tb.evaluate(truth, nothing, mode="corrected"))
    assert len(curves.overall) == len(curves.per_class[0]) == 0
    assert curves.overall.to_dict()["recall"] == []


def test_long_curves_are_thinned_for_json():
    document = json.loads(json.dumps(confidence_curves(made_result()).to_dict()))
    curve = confidence_curves(made_result()).overall
    assert len(curve) > 200
    assert len(document["overall"]["score"]) == 200
    assert document["overall"]["score"][0] == curve.score[0]
    assert document["overall"]["score"][-1] == curve.score[-1]
    assert set(document["per_class"][0]) == {"id", "name", "truths", "score", "precision", "recall", "f1"}


def test_a_notebook_shows_the_whole_curve_and_its_text_no_columns():
    curve = confidence_curves(made_result()).overall
    (first, *_, last) = re.findall(r'<polyline points="([^"]*)"', curve._repr_html_())[1].split(" ")
    # Recall rises to the left, where the scores are low: the field is 30 to 314 wide and 150 to 20 high.
    assert first == f"314.0,{150 - 130 * curve.recall[0]:.1f}"
    assert last == f"30.0,{150 - 130 * curve.recall[-1]:.1f}"
    assert "array" not in repr(curve)


@pytest.mark.parametrize(("truths", "recall", "f1"), [(1, 1.0, 2 / 3), (2, 0.5, 0.5), (0, 1.0, 1.0)])
def test_recall_and_f1_of_few_truths(truths, recall, f1):
    """One right and one wrong. Without truth there is nothing to divide by, and 1 stands in its place."""
    curve = ConfidenceCurve(
        id=1, name="a", truths=truths, score=np.array([0.5]),
        true_positives=np.array([1]), false_positives=np.array([1]),
    )  # fmt: skip
    assert curve.recall.tolist() == [recall]
    assert curve.f1.tolist() == pytest.approx([f1])
    assert curve.precision.tolist() == [0.5]
