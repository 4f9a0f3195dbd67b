"""What is refused and what is told about the data."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from coco_records import prediction_records, truth_records

from truebox.codes import CODES
from truebox.errors import ArgumentError, InputError
from truebox.evaluation import Result, evaluate
from truebox.evaluation.detection.findings import at_bound
from truebox.evaluation.states.parameters import coco_parameters
from truebox.records import Ids

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

BOX = [0.0, 0, 9, 9]


def world(**changes: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Two images, one truth each, found exactly with different scores."""
    rows = [
        {"id": n, "image_id": n, "category_id": 1, "bbox": BOX, "area": 81.0, "iscrowd": 0} for n in (1, 2)
    ]
    truth = {"images": [{"id": 1}, {"id": 2}], "categories": [{"id": 1, "name": "one"}], "annotations": rows}
    found = [{"image_id": n, "category_id": 1, "bbox": BOX, "score": n / 3, **changes} for n in (1, 2)]
    return truth, found


def codes(truth: dict[str, Any], found: list[dict[str, Any]], **chosen: Any) -> dict[str, int]:
    result: Result = evaluate(truth_records(truth), prediction_records(found), **chosen)
    for finding in result.warnings:
        assert finding.code in CODES
    return {finding.code: finding.count for finding in result.warnings}


@pytest.mark.parametrize("count", [0, 1, 100_000])
def test_areas_on_a_bound_are_those_that_equal_one(count: int) -> None:
    parameters = coco_parameters()
    area = np.random.default_rng(count).choice([1023.9, 1024.0, 9216.0, 1e10, np.nan, np.inf, 0.0], count)
    found = at_bound(area, parameters)
    assert found.tolist() == [value in {1024.0, 9216.0, 1e10} for value in area.tolist()]


def test_clean_data_is_silent() -> None:
    assert codes(*world()) == {}


def test_images_without_predictions() -> None:
    truth, found = world()
    assert codes(truth, found[:1]) == {"W-301": 1}


def test_unlisted_truths() -> None:
    truth, found = world()
    truth["annotations"].append({**truth["annotations"][0], "id": 3, "image_id": 55})
    truth["annotations"].append({**truth["annotations"][0], "id": 4, "category_id": 55})
    assert codes(truth, found) == {"W-302": 2}


def test_equal_scores() -> None:
    assert codes(*world(score=0.5)) == {"W-304": 2}


def test_repeated_predictions() -> None:
    truth, found = world()
    assert codes(truth, [*found, *found, found[0]])["W-305"] == 3


def test_beyond_the_cap() -> None:
    truth, found = world()
    many = [{**found[0], "score": n / 1000, "bbox": [float(n), 0, 9, 9]} for n in range(130)]
    assert codes(truth, [*many, found[1]])["W-306"] == 30


def test_scores_outside_the_unit_interval() -> None:
    truth, found = world()
    found[0]["score"] = -0.25
    assert codes(truth, found) == {"W-307": 1}


def test_a_zero_has_no_sign() -> None:
    """Which of equal zeros is kept as the lowest depends on where they stand."""
    truth, found = world()
    for scores in ((-0.0, 7.5), (0.0, 7.5)):
        for row, score in zip(found, scores, strict=True):
            row["score"] = score
        (said,) = [each for each in evaluate(truth, found).warnings if each.code == "W-307"]
        assert "(lowest 0, highest 7.5)" in said.message
    assert any("all 2 scores are 0:" in each.message for each in evaluate(*world(score=-0.0)).warnings)


def test_truths_without_size() -> None:
    truth, found = world()
    truth["annotations"][0]["bbox"] = [0.0, 0, 9, 0]
    assert codes(truth, found) == {"W-308": 1}


@pytest.mark.parametrize(
    "box",
    [
        [np.nan, 0, 1, 1],
        [0, np.inf, 1, 1],
        [0, 0, -1, 1],
        [0, 0, 1, -1],
        [0, 0, 1e200, 1e200],
        [1.7e308, 0, 1.7e308, 1],
    ],
)
@pytest.mark.parametrize("side", ["truth", "predictions"])
def test_impossible_boxes(box: list[float], side: str) -> None:
    truth, found = world()
    (truth["annotations"] if side == "truth" else found)[1]["bbox"] = box
    with pytest.raises(InputError, match="E-138 <memory> row 1: the box") as caught:
        codes(truth, found)
    assert caught.value.row == 1


@pytest.mark.parametrize("score", [np.nan, np.inf, -np.inf])
def test_impossible_scores(score: float) -> None:
    truth, found = world()
    found[0]["score"] = score
    with pytest.raises(InputError, match="E-139 <memory> row 0"):
        codes(truth, found)


@pytest.mark.parametrize("area", [np.nan, -1.0, np.inf])
def test_impossible_areas(area: float) -> None:
    truth, found = world()
    truth["annotations"][1]["area"] = area
    with pytest.raises(InputError, match="E-138 <memory> row 1: the area"):
        codes(truth, found)


def test_a_bad_row_far_down_is_named() -> None:
    truth, found = world()
    many = [{**found[0], "score": n / 1e6} for n in range(100_000)]
    many[77_777] = {**many[77_777], "bbox": [0.0, 0, -3, 1]}
    with pytest.raises(InputError, match="row 77777"):
        codes(truth, many, threads=3)


@pytest.mark.parametrize(
    ("side", "change", "message"),
    [
        ("predictions", {"scores": np.zeros(1)}, r"predictions\.scores: expected shape \(2,\).*got \(1,\)"),
        ("predictions", {"scores": None}, r"predictions\.scores: .*got \(\)"),
        (
            "predictions",
            {"boxes": np.zeros((2, 3))},
            r"predictions\.boxes: expected shape \[N, 4\], got \(2, 3\)",
        ),
        ("predictions", {"image": Ids(np.zeros(3, dtype=np.int64))}, r"predictions\.image"),
        ("truth", {"ids": Ids(np.zeros(5, dtype=np.int64))}, r"truth\.ids"),
        ("truth", {"ignore": np.zeros(9, dtype=np.uint8)}, r"truth\.ignore"),
    ],
)
def test_records_with_columns_of_different_lengths_are_refused(
    side: str, change: dict[str, Any], message: str
) -> None:
    truth, found = world()
    records = {"truth": truth_records(truth), "predictions": prediction_records(found)}
    records[side] = replace(records[side], **change)
    with pytest.raises(ArgumentError, match=message):
        evaluate(**records)
