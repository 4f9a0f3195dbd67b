from __future__ import annotations

import numpy as np
import pytest

from truebox.datasets import read_predictions, read_truth
from truebox.diagnosis.certainty.compared import compared_results
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate
from truebox.generation import make_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_results_are_taken_as_they_are(made, noisier):
    assert compared_results([made, noisier], None, {}) == [made, noisier]


@pytest.mark.parametrize("given", [[], ["truth"], ["truth", "a"]])
def test_two_models_are_needed(given):
    with pytest.raises(ArgumentError, match=f"compare: {len(given)} arguments given"):
        compared_results(given, None, {})


def test_one_result_is_not_enough(made):
    with pytest.raises(ArgumentError, match="1 model given"):
        compared_results([made], None, {})


def test_results_and_data_do_not_mix(made):
    with pytest.raises(ArgumentError, match="results and data are mixed"):
        compared_results([made, "b.json"], None, {})


def test_arguments_of_evaluate_have_no_meaning_for_results(made):
    with pytest.raises(ArgumentError, match="mode has no meaning"):
        compared_results([made, made], None, {"mode": "strict"})


def test_another_question_is_refused(made):
    truth, found = make_dataset(60, 3, 20, 3.0, 1)
    for arguments in ({"mode": "strict"}, {"mode": "corrected", "iou_thresholds": [0.5]}):
        other = evaluate(truth, found, **arguments)
        with pytest.raises(ArgumentError, match="different arguments"):
            compared_results([made, other], None, {})


@pytest.mark.parametrize("seed", [1, 2])
def test_another_truth_is_refused(made, seed):
    truth, found = make_dataset(60, 3, 20, 3.0, seed)
    images = truth.images.ids.tolist()[:50] if seed == 1 else None  # the same truth, fewer images
    other = evaluate(truth, found, mode="corrected", images=images)
    with pytest.raises(ArgumentError, match="another truth, other images or other classes"):
        compared_results([made, other], None, {})


def test_panoptic_results_are_refused():
    scene = {
        "images": [{"id": 1}],
        "categories": [{"id": 1, "name": "cat", "isthing": 1}],
        "annotations": [
            {"image_id": 1, "segmentation": np.ones((4, 4), dtype=np.uint32),
             "segments_info": [{"id": 1, "category_id": 1, "iscrowd": 0, "area": 16}]}
        ],
    }  # fmt: skip
    with pytest.raises(ArgumentError, match="panoptic results cannot be compared"):
        compared_results([scene, scene, scene], None, {"protocol": "panoptic", "mode": "corrected"})


def test_a_layout_is_of_what_is_no_records_yet():
    arrays = [{"boxes": [[0, 0, 9, 4]], "labels": [1], "scores": [0.5]}]
    centred = [{**arrays[0], "boxes": [[4.5, 2, 9, 4]]}]  # the same, as centre and size
    truth, found = read_truth(arrays), read_predictions(arrays)
    said = {"box_format": "cxcywh"}
    for given in ([truth, found, centred], [truth, centred, found], [centred, found, found]):
        results = compared_results(given, None, said)
        assert [result.metrics["AP"] for result in results] == pytest.approx([1, 1])
    with pytest.raises(ArgumentError, match="box_format= has no meaning for records"):
        compared_results([truth, found, found], None, said)
