"""The public call: laws it keeps, arguments it refuses, warnings it gives."""

from __future__ import annotations

import copy
import warnings
from typing import Any

import coco_worlds
import numpy as np
import pytest
from coco_records import prediction_records, truth_records

from truebox.datasets import read_predictions
from truebox.errors import ArgumentError, TrueboxWarning
from truebox.evaluation import Result, evaluate

IGNORE = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def a_world(seed: int = 21, **chosen: Any) -> coco_worlds.World:
    return coco_worlds.world(np.random.default_rng(seed), **chosen)


def evaluated(truth: dict[str, Any], detections: list[dict[str, Any]], **chosen: Any) -> Result:
    return evaluate(truth_records(truth), prediction_records(detections), **chosen)


def tables(result: Result) -> list[np.ndarray]:
    return [result.precision, result.recall, result.scores, result.stats]


@IGNORE
def test_order_of_rows_changes_nothing_without_ties() -> None:
    truth, detections = a_world(irregular=False)
    rng = np.random.default_rng(0)
    shuffled = {key: [rows[i] for i in rng.permutation(len(rows))] for key, rows in truth.items()}
    turned = [detections[i] for i in rng.permutation(len(detections))]
    for left, right in zip(
        tables(evaluated(truth, detections)), tables(evaluated(shuffled, turned)), strict=True
    ):
        assert np.array_equal(left, right)


@IGNORE
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("flat", [False, True])
def test_corrected_mode_does_not_see_the_order_of_rows(seed: int, flat: bool) -> None:
    truth, detections = a_world(seed)
    for number, annotation in enumerate(truth["annotations"]):
        annotation["id"] = number
    rng = np.random.default_rng(seed)
    shuffled = {key: [rows[i] for i in rng.permutation(len(rows))] for key, rows in truth.items()}
    turned = [detections[i] for i in rng.permutation(len(detections))]
    left = evaluated(truth, detections, mode="corrected", class_agnostic=flat)
    right = evaluated(shuffled, turned, mode="corrected", class_agnostic=flat)
    for ours, theirs in zip(tables(left), tables(right), strict=True):
        assert np.array_equal(ours, theirs)


@IGNORE
def test_inputs_stay_as_they_were() -> None:
    truth, detections = a_world()
    true, predicted = truth_records(truth), prediction_records(detections)
    before = copy.deepcopy((true, predicted))
    evaluate(true, predicted)
    for left, right in ((true, before[0]), (predicted, before[1])):
        assert np.array_equal(left.boxes, right.boxes)
        assert np.array_equal(left.image.values, right.image.values)


@IGNORE
def test_read_only_and_strided_columns_are_taken() -> None:
    truth, detections = a_world()
    true, predicted = truth_records(truth), prediction_records(detections)
    expected = evaluate(true, predicted).stats
    for record in (true, predicted):
        spread = np.zeros((len(record), 8))
        spread[:, ::2] = record.boxes
        spread.setflags(write=False)
        object.__setattr__(record, "boxes", spread[:, ::2])
    assert np.array_equal(evaluate(true, predicted).stats, expected)


@IGNORE
def test_categories_by_name() -> None:
    truth, detections = a_world()
    first = truth["categories"][0]
    by_id = evaluated(truth, detections, categories=[first["id"]])
    by_name = evaluated(truth, detections, categories=[first["name"]])
    assert by_id.metrics == by_name.metrics
    assert [entry.name for entry in by_name.per_class] == [first["name"]]


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        (
            {"protocol": "dance"},
            "protocol: 'dance' is unknown. Did you mean 'dancetrack'.? Fix: pass one of .*'coco'",
        ),
        ({"protocol": "unheard-of"}, "protocol: 'unheard-of' is unknown. Fix: pass one of .*'coco'"),
        (
            {"geometry": "mask"},
            "geometry: 'mask' is unknown. Did you mean 'masks'.? Fix: pass one of 'boundary', 'boxes'",
        ),
        ({"mode": "lenient"}, "mode: 'lenient' is unknown. Fix: pass 'strict' or 'corrected'"),
        ({"threads": 0}, "threads: expected a whole number of at least 1 or None, got 0"),
        ({"images": [-5]}, "images: the truth does not list -5"),
        ({"categories": ["nothing"]}, "categories: the truth does not list 'nothing'"),
        ({"categories": "one"}, "categories: expected a list of ids"),
    ],
)
def test_bad_arguments(chosen: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        evaluated(*a_world(), **chosen)


def test_a_misspelt_class_is_answered_with_the_one_that_was_meant() -> None:
    truth, detections = a_world()
    truth["categories"][0]["name"] = "traffic light"
    with pytest.raises(ArgumentError, match=r"does not list 'trafic light'.* Did you mean 'traffic light'\?"):
        evaluated(truth, detections, categories=["trafic light"])


def test_sides_in_the_wrong_order() -> None:
    truth, detections = a_world()
    with pytest.raises(ArgumentError, match=r"truth: got Predictions.*pass the truth first"):
        evaluate(prediction_records(detections), truth_records(truth))


def test_every_finding_is_warned_of_once() -> None:
    truth, detections = a_world()
    detections.append({**detections[0], "score": 7.0})
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = evaluated(truth, detections)
    assert [str(warning.message) for warning in caught] == [str(finding) for finding in result.warnings]
    assert all(warning.category is TrueboxWarning for warning in caught)
    assert "W-307" in {finding.code for finding in result.warnings}


@IGNORE
@pytest.mark.parametrize("missing", ["images", "categories", "annotations"])
def test_nothing_there(missing: str) -> None:
    truth, _ = a_world()
    truth = {**truth, "annotations": [], missing: []}
    result = evaluated(truth, [])
    assert result.metrics["AP"] is None
    assert result.undefined["AP"]
    assert result.precision.shape == (10, 101, len(truth["categories"]), 4, 3)


@pytest.mark.parametrize(
    "arguments",
    [{"geometry": "masks"}, {"iou_thresholds": [0.5]}, {"class_agnostic": True}, {"categories": [1]}],
)
def test_panoptic_refuses_what_only_boxes_have(arguments: dict[str, Any]) -> None:
    with pytest.raises(
        ArgumentError, match=f"{next(iter(arguments))}: the protocol 'panoptic' has no such choice"
    ):
        evaluate({}, {}, protocol="panoptic", **arguments)


def masks_and_others(count: int = 4) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    masks = np.zeros((count, 40, 40), bool)
    for place in range(count):
        masks[place, 2 + 7 * place : 9 + 7 * place, 3:20] = True
        masks[place, 2 + 7 * place : 7 + 7 * place, 3:16] = False
    labels = [1, 2] * (count // 2)
    scores = np.linspace(0.9, 0.4, count)
    return [{"masks": masks, "labels": labels}], [
        {"masks": np.roll(masks, 2, axis=2), "labels": labels, "scores": scores}
    ]


@IGNORE
def test_several_geometries_are_each_evaluated_as_by_itself() -> None:
    truth, found = masks_and_others()
    results = evaluate(truth, found, geometry=("boxes", "masks"))
    assert list(results) == ["boxes", "masks"]
    for geometry in ("boxes", "masks"):
        alone = evaluate(truth, found, geometry=geometry)
        assert results[geometry].geometry == geometry
        assert results[geometry].metrics == alone.metrics
    assert results["boxes"].metrics != results["masks"].metrics


def test_no_geometry_at_all_is_refused() -> None:
    with pytest.raises(ArgumentError, match="geometry: none is named"):
        evaluate([], [], geometry=())


def test_parsed_predictions_are_read_again_as_their_owner_says() -> None:
    box, corners = [10, 20, 30, 60], [10, 20, 40, 80]
    truth = {
        "images": [{"id": 1, "width": 100, "height": 100}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": box, "area": 1800, "iscrowd": 0}],
    }
    found = [{"image_id": 1, "category_id": 1, "bbox": corners, "score": 0.5}]
    read = read_predictions(found, box_format="xyxy")
    assert evaluate(truth, read, mode="corrected").metrics["AP"] == 1
    parts = [{**found[0], "bbox": [value / 100 for value in corners]}]
    read = read_predictions(parts, box_format="rel_xyxy")
    assert evaluate(truth, read, mode="corrected").metrics["AP"] == 1
    assert evaluate(truth, found, box_format="xyxy", mode="corrected").metrics["AP"] == 1
