"""The corrected values in warnings are those of a whole evaluation with that one quirk mended."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import coco_worlds
import numpy as np
import pytest
from coco_records import prediction_records, truth_records

from truebox.datasets import read_predictions, read_truth
from truebox.evaluation import (
    QUIRKS,
    MatchState,
    Question,
    Quirk,
    QuirkEntry,
    accumulate,
    coco_parameters,
    evaluate,
    protocol_value,
    summarise,
)
from truebox.evaluation.detection.findings import survey
from truebox.evaluation.detection.quirk_effects import _Strict, recalls_beside_decimals
from truebox.evaluation.detection.run import Shape, match_records
from truebox.evaluation.matching.matching import match
from truebox.evaluation.protocol import Case
from truebox.evaluation.states.alignment import align
from truebox.generation import make_dataset
from truebox.records import Truth

OF_SHAPES = Quirk.CLASSLESS_KEYPOINTS | Quirk.BOX_AREA | Quirk.KEYPOINT_CAP
"""Boxes have none of them; test_quirks.py shows what they do."""

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def close(left: dict[str, Any], right: dict[str, Any]) -> bool:
    return left.keys() == right.keys() and all(
        (left[key] is None) == (right[key] is None) and abs((left[key] or 0) - (right[key] or 0)) < 5e-7
        for key in left
    )


@pytest.mark.parametrize("entry", QUIRKS, ids=lambda entry: entry.quirk.name)
def test_shortcuts_give_the_whole_truth(entry: QuirkEntry) -> None:
    """Computing touched categories alone gives what computing all does, and no effect is missed."""
    effects = 0
    for seed in range(25):
        rng = np.random.default_rng(4000 + seed)
        world, detections = coco_worlds.world(rng, images=6, classes=3)
        truth, predictions = truth_records(world), prediction_records(detections)
        chosen = coco_worlds.parameters(rng, world)
        parameters = coco_parameters(
            **{key: value for key, value in chosen.items() if key not in ("images", "categories")}
        )
        images, categories = chosen.get("images"), chosen.get("categories")
        flat = parameters.class_agnostic
        alignment = align(
            truth, predictions, images=images, categories=categories, class_agnostic=flat, threads=1
        )
        matched = match(truth, predictions, alignment, parameters, mended=Quirk.NONE, threads=1)
        strict = _Strict(
            Case(truth=truth, predictions=predictions, alignment=alignment, parameters=parameters),
            matched=matched,
            unsettled=matched,
            curves=accumulate(matched.state, more_recalls=recalls_beside_decimals(parameters)[1]),
            threads=1,
            source=None,
        )
        touched = strict.touched_by(entry.quirk, survey(truth, predictions, parameters, 1))

        exact = parameters
        if entry.quirk == Quirk.LINSPACE and chosen.get("recall_thresholds") is None:
            exact = replace(parameters, recall_thresholds=np.arange(101) / 100)
        whole = match(truth, predictions, alignment, exact, mended=entry.quirk, threads=1).state
        expected = dict(summarise(whole, accumulate(whole)).metrics)
        if touched.any():
            assert close(dict(strict.mended(entry.quirk, touched)), expected), f"seed {seed}"
        else:
            here = dict(summarise(matched.state, strict.curves).metrics)
            assert close(here, expected), f"seed {seed}"
        effects += bool(touched.any())
    assert effects > 0 or entry.quirk in Quirk.FEW_CAPS | Quirk.PRECISION_EPSILON | OF_SHAPES


def test_a_finding_names_number_quirk_and_value() -> None:
    annotation = {"image_id": 1, "category_id": 1, "bbox": [0.0, 0, 9, 9], "area": 81.0, "iscrowd": 0}
    truth = {
        "images": [{"id": 1}, {"id": 2}],
        "categories": [{"id": 1, "name": "one"}],
        "annotations": [{**annotation, "id": 0}, {**annotation, "image_id": 2, "id": 1}],
    }
    detections = [
        {"image_id": n, "category_id": 1, "bbox": [0.0, 0, 9, 9], "score": 0.9 - n / 10} for n in (1, 2)
    ]
    warning = evaluate(truth_records(truth), prediction_records(detections)).warnings[-1]
    assert warning.code == "W-310"
    assert warning.message.startswith(
        "Q1 a match with the annotation of id 0 counts as no match; corrected: AP 1.0"
    )
    assert "instead of 0.25" in warning.message  # precision 1/2 up to recall 1/2, nothing beyond


def test_corrected_mode_names_no_quirks() -> None:
    truth, detections = coco_worlds.world(np.random.default_rng(8))
    result = evaluate(truth_records(truth), prediction_records(detections), mode="corrected")
    assert all(warning.code != "W-310" for warning in result.warnings)


@pytest.mark.parametrize("name", ["ultralytics", "yolov5"])
def test_ties_between_images_move_measures_as_an_evaluation_without_the_quirk_says(name: str) -> None:
    usual = protocol_value(name)
    truth, found = make_dataset(60, 3, 12, 4.0, 5)
    found = replace(found, scores=np.round(found.scores, 2) + 1e-5 * (np.arange(len(found)) % 12))
    warned = [each for each in evaluate(truth, found, protocol=name).warnings if "Q8" in each.message]
    mended = replace(usual, name=f"{name} by content", quirks=usual.quirks & ~Quirk.TIE_ORDER, reported=())
    strict, other = evaluate(truth, found, protocol=name), evaluate(truth, found, protocol=mended)
    moved = max(abs(value - strict.metrics[key]) for key, value in other.metrics.items())
    assert len(warned) == 1
    assert moved > 1e-6
    assert warned[0].moves == pytest.approx(moved, abs=1e-15)


def test_decimal_recalls_move_means_of_classes_that_weigh_by_their_truths() -> None:
    usual = protocol_value("coco")

    def weighed(state: MatchState, truth: Truth | None) -> list[Question]:
        return [replace(question, weighed_by="all") for question in usual.questions(state, truth)]

    own = replace(usual, name="by truths", questions=weighed)
    mended = replace(own, name="by decimals", quirks=usual.quirks & ~Quirk.LINSPACE, reported=())
    boxes = [(image, category) for image in range(1, 21) for category in (1, 2, 2)]
    rows = [
        {"image_id": image, "category_id": category, "bbox": [30.0 * n, 0, 20, 20], "area": 400, "id": n + 1}
        for n, (image, category) in enumerate(boxes)
    ]
    truth = {
        "images": [{"id": image} for image in range(1, 21)],
        "categories": [{"id": category, "name": str(category)} for category in (1, 2)],
        "annotations": rows,
    }
    found = [  # after each right one comes a wrong one, so that precision falls at every recall
        {**row, "bbox": [row["bbox"][0], 300.0 * wrong, 20, 20], "score": 1 - (n + wrong / 2) / 100}
        for n, row in enumerate(rows)
        for wrong in (0, 1)
    ]
    (warned,) = [each for each in evaluate(truth, found, protocol=own).warnings if "Q11" in each.message]
    strict, other = evaluate(truth, found, protocol=own), evaluate(truth, found, protocol=mended)
    moved = max(abs((value or 0) - (strict.metrics[key] or 0)) for key, value in other.metrics.items())
    assert moved > 0
    assert warned.moves == pytest.approx(moved, abs=1e-15)


def test_regions_that_hold_a_detection_wholly_are_alike() -> None:
    people = [[0, 0, 60, 100], [0, 0, 60, 100], [5, 5, 90, 90]]
    truth = {
        "images": [{"id": 1}],
        "categories": [{"id": 1, "name": "pedestrian"}],
        "annotations": [
            {"id": k + 1, "image_id": 1, "category_id": 1, "bbox": box, "area": 1, "iscrowd": 0, "ignore": 1}
            for k, box in enumerate(people)
        ],
    }
    found = [{"image_id": 1, "category_id": 1, "bbox": [10, 10, 30, 60], "score": 0.5}]
    usual = protocol_value("caltech")
    ignored = match_records(
        read_truth(truth),
        read_predictions(found),
        usual.defaults("boxes", Quirk.NONE),
        mode="strict",
        images=None,
        categories=None,
        threads=1,
        shape=Shape(None, 0.02),
    )
    assert ignored.matched.state.ignored.any()
    assert not ignored.matched.equal_overlaps.any()
