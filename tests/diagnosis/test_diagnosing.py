"""One call gives what the single calls give, and says what it leaves out."""

from __future__ import annotations

import numpy as np
import pytest
from diagnosed_results import made_result
from planted_faults import diagnosed, planted

from truebox import diagnosis
from truebox.diagnosis import diagnose, in_words
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate
from truebox.generation import make_dataset, to_coco

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_the_parts_are_those_of_the_single_calls():
    result, found = planted("class"), diagnosed("class")
    score = found.points.overall.score
    assert found.errors.to_dict() == diagnosis.errors(result, replicates=200).to_dict()
    assert found.points.overall == diagnosis.operating_points(result).overall
    assert found.points.intervals["score"].low <= score <= found.points.intervals["score"].high
    assert found.curves.to_dict() == diagnosis.confidence_curves(result).to_dict()
    assert np.array_equal(found.confusion.counts, diagnosis.confusion_matrix(result, 0.5, score).counts)
    assert found.intervals.to_dict() == diagnosis.intervals(result, replicates=200).to_dict()
    assert found.ties.to_dict() == diagnosis.ties(result).to_dict()
    calibrated = diagnosis.calibration(result).to_dict()
    assert found.calibration.to_dict() == {**calibrated, "interval": found.calibration.interval.to_dict()}
    assert found.slices.to_dict() == diagnosis.slices(result).to_dict()
    assert found.label_errors.to_dict() == diagnosis.label_errors(result, least=0.8).to_dict()
    assert found.skipped == {}


def test_scores_that_are_no_probabilities_leave_calibration_out():
    truth, found = make_dataset(20, 3, 9, 3.0, 1)
    scaled = type(found)(**{**_fields(found), "scores": 100 * found.scores})
    made = diagnose(evaluate(truth, scaled, mode="corrected"), replicates=100)
    assert made.calibration is None
    assert "E-530" in made.skipped["calibration"]
    assert made.errors is not None


def _fields(value):
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


def test_without_classes_what_needs_them_is_left_out():
    made = diagnose(made_result(class_agnostic=True, mode="corrected"), replicates=100)
    assert set(made.skipped) == {"label_errors"}
    assert made.confusion.names == ("object", "background")
    assert len(made.words) >= 2


@pytest.mark.parametrize("thresholds", [(0.75,), (0.3, 0.9)])
def test_other_thresholds_take_the_lowest(thresholds):
    made = diagnose(made_result(iou_thresholds=thresholds, mode="corrected"), replicates=100)
    assert made.curves.iou == made.errors.iou == min(thresholds)


def test_a_small_cap_needs_no_warning():
    made = diagnose(made_result(max_detections=(1, 2), mode="corrected"), replicates=100)
    assert made.errors is not None
    assert made.skipped == {}


def test_lvis_is_diagnosed():
    coco = to_coco(make_dataset(40, 5, crowds=0, seed=1)[0])
    for image in coco["images"]:
        image |= {"not_exhaustive_category_ids": [], "neg_category_ids": [1, 2, 3, 4, 5]}
    for category in coco["categories"]:
        category["frequency"] = "c"
    found = make_dataset(40, 5, crowds=0, seed=1)[1]
    made = diagnose(evaluate(coco, found, protocol="lvis"), replicates=100)
    assert made.words.sentences[0].startswith("AP 0.")


@pytest.mark.parametrize("wrong", [None, {"AP": 0.5}])
def test_what_is_no_result_is_refused(wrong):
    with pytest.raises(ArgumentError, match="has no diagnosis"):
        diagnose(wrong)


def test_an_impossible_level_is_refused():
    with pytest.raises(ArgumentError, match="level"):
        diagnose(made_result(), level=2)


def test_words_of_two_results_begin_with_the_comparison(made, noisier):
    alone, both = in_words(made), in_words(made, noisier)
    assert both.sentences[1:] == alone.sentences
    assert "is worse than" in both.sentences[0]
    assert in_words(diagnose(made)).sentences == alone.sentences
