"""One test per number of docs/quirks.md: what pycocotools gives, run live, and what it should be."""

from __future__ import annotations

import copy
import re
from typing import Any

import numpy as np
import pytest
from coco_records import prediction_records, truth_records
from project_tree import ROOT, TESTS
from reference_coco import assert_identical, reference_coco

from truebox.errors import ArgumentError, InputError
from truebox.evaluation import QUIRKS, Quirk, Result, evaluate
from truebox.evaluation.protocols.coco import PROTOCOL

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

ONE_BOX = [10.0, 10.0, 20.0, 20.0]
TABLE = ROOT / "docs" / "quirks.md"


def truth_of(*annotations: dict[str, Any], images: int = 1, classes: int = 1) -> dict[str, Any]:
    rows = [
        {"id": number + 1, "image_id": 1, "category_id": 1, "bbox": ONE_BOX, "iscrowd": 0, **annotation}
        for number, annotation in enumerate(annotations)
    ]
    for row in rows:
        row.setdefault("area", row["bbox"][2] * row["bbox"][3])
    return {
        "images": [{"id": number + 1} for number in range(images)],
        "annotations": rows,
        "categories": [{"id": number + 1, "name": f"class {number + 1}"} for number in range(classes)],
    }


def found(*detections: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"image_id": 1, "category_id": 1, "bbox": ONE_BOX, "score": 0.9, **each} for each in detections]


def both_modes(
    truth: dict[str, Any], detections: list[dict[str, Any]], **chosen: Any
) -> tuple[Result, Result, dict[str, np.ndarray]]:
    """Strict and corrected results and the reference's; strict is checked against the reference."""
    reference = reference_coco(truth, detections, **chosen)
    strict = evaluate(truth_records(truth), prediction_records(detections), **chosen)
    assert_identical(strict.to_coco_eval(), reference)
    corrected = evaluate(truth_records(truth), prediction_records(detections), mode="corrected", **chosen)
    return strict, corrected, reference


def named(result: Result) -> set[str]:
    """Numbers of the quirks that the warnings of a result name."""
    return {warning.message.split()[0] for warning in result.warnings if warning.code == "W-310"}


def three_images() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Three images with one box each, all found exactly: AP is 1."""
    truth = truth_of(*({"image_id": number} for number in (1, 2, 3)), images=3)
    return truth, found(*({"image_id": number, "score": 1 - number / 10} for number in (1, 2, 3)))


def test_q1_annotation_id_zero() -> None:
    truth, detections = three_images()
    truth["annotations"][0]["id"] = 0
    strict, corrected, reference = both_modes(truth, detections)
    assert reference["stats"][0] < 0.5
    assert corrected.metrics["AP"] == 1.0
    assert named(strict) == {"Q1"}


@pytest.mark.parametrize("zero", ["0", "-0.0", " 0e5 "])
def test_q1_annotation_id_that_reads_as_zero(zero: str) -> None:
    truth, detections = three_images()
    for row in truth["annotations"]:
        row["id"] = str(row["id"])
    truth["annotations"][0]["id"] = zero
    strict, corrected, reference = both_modes(truth, detections)
    assert reference["stats"][0] < 0.5
    assert corrected.metrics["AP"] == 1.0
    assert named(strict) == {"Q1"}


def test_q2_ignore_key() -> None:
    truth = truth_of({}, {"bbox": [60.0, 60, 20, 20], "ignore": 1})
    strict, corrected, reference = both_modes(truth, found({}))
    assert reference["stats"][0] == pytest.approx(51 / 101)
    assert corrected.metrics["AP"] == 1.0
    assert named(strict) == {"Q2"}


def test_q2_ignored_truths_match_once_by_plain_overlap() -> None:
    truth = truth_of({"bbox": [0.0, 0, 100, 100], "ignore": 1}, {"bbox": [200.0, 0, 10, 10]})
    detections = found(
        {"bbox": [0.0, 0, 100, 100], "score": 0.9},
        {"bbox": [0.0, 0, 100, 99], "score": 0.8},
        {"bbox": [200.0, 0, 10, 10], "score": 0.7},
    )
    corrected = both_modes(truth, detections)[1]
    # The first matches the ignored truth and does not count; the second is false; the third is the one hit.
    assert corrected.metrics["AP"] == 0.5


def test_q3_headline_wants_one_hundred() -> None:
    truth, detections = three_images()
    strict, corrected, reference = both_modes(truth, detections, max_detections=[1, 10, 50])
    assert reference["stats"][0] == -1
    assert strict.metrics["AP"] is None
    assert "100" in strict.undefined["AP"]
    assert corrected.metrics["AP"] == 1.0
    assert named(strict) == {"Q3"}


def test_q4_fewer_than_three_caps() -> None:
    truth, detections = three_images()
    strict, corrected, reference = both_modes(truth, detections, max_detections=[5, 100])
    assert reference["stats"] is None  # it raised
    assert strict.metrics["AP50"] == pytest.approx(1)
    assert corrected.metrics["AP50"] == 1.0
    assert strict.stats[7] == 1.0
    assert strict.stats[8] == -1
    assert named(strict) == set()


def test_q5_area_beyond_the_limit() -> None:
    truth = truth_of({"bbox": [0.0, 0, 150_000, 150_000]})
    detections = found({"bbox": [0.0, 0, 150_000, 150_000]})
    strict, corrected, reference = both_modes(truth, detections)
    assert reference["stats"][0] == -1
    assert strict.metrics["AP"] is None
    assert corrected.metrics["AP"] == corrected.metrics["APl"] == 1.0
    assert named(strict) == {"Q5"}


def test_q6_area_on_the_bound() -> None:
    strict, corrected, reference = both_modes(
        truth_of({"bbox": [0.0, 0, 32, 32]}), found({"bbox": [0.0, 0, 32, 32]})
    )
    assert reference["stats"][3] == reference["stats"][4] == pytest.approx(1)
    assert corrected.metrics["APs"] is None
    assert corrected.metrics["APm"] == 1.0
    assert named(strict) == {"Q6"}


def test_q7_shared_ids() -> None:
    truth, detections = three_images()
    for annotation in truth["annotations"]:
        annotation["id"] = 7
    strict, corrected, reference = both_modes(truth, detections)
    assert reference["stats"][0] < 0.5
    assert corrected.metrics["AP"] == 1.0
    assert named(strict) == {"Q7"}


def test_q8_equal_scores() -> None:
    truth = truth_of({})
    hit, miss = found({}, {"bbox": [60.0, 60, 20, 20]})
    first = both_modes(truth, [hit, miss])
    second = both_modes(truth, [miss, hit])
    assert first[2]["stats"][0] == pytest.approx(1)
    assert second[2]["stats"][0] == pytest.approx(0.5)
    assert first[1].metrics == second[1].metrics
    assert first[1].metrics["AP"] == 1.0  # the hit stands further left
    assert named(second[0]) == {"Q8"}
    assert named(first[0]) == set()


def test_q8_equal_scores_in_different_images() -> None:
    truth = truth_of({"image_id": 2}, images=2)
    detections = found({"image_id": 1, "bbox": [60.0, 60, 20, 20]}, {"image_id": 2})
    strict, corrected, reference = both_modes(truth, detections)
    assert reference["stats"][0] == pytest.approx(0.5)
    assert corrected.metrics["AP"] == 1.0
    assert named(strict) == {"Q8"}


def test_q9_threshold_one() -> None:
    truth = truth_of({"bbox": [0.0, 0, 1, 1]})
    detections = found({"bbox": [0.0, 0, 1, 1 - 5e-11]})
    strict, corrected, reference = both_modes(truth, detections, iou_thresholds=[1.0])
    assert reference["stats"][0] == pytest.approx(1)
    assert corrected.metrics["AP"] == 0.0
    assert named(strict) == {"Q9"}


def test_q10_precision_is_never_one() -> None:
    strict, corrected, reference = both_modes(truth_of({}), found({}))
    assert reference["precision"][0, 0, 0, 0, 2] == 0.9999999999999998
    assert corrected.precision[0, 0, 0, 0, 2] == 1.0
    assert named(strict) == set()


def test_q11_thresholds_miss_their_decimals() -> None:
    boxes = [[30.0 * column, 0, 20, 20] for column in range(10)]
    truth = truth_of(*({"bbox": box} for box in boxes))
    detections = found(*({"bbox": box, "score": 1 - n / 100} for n, box in enumerate(boxes[:7])))
    strict, corrected, reference = both_modes(truth, detections)
    assert np.linspace(0, 1, 101)[70] > 7 / 10
    assert reference["precision"][0, 70, 0, 0, 2] == 0
    assert reference["stats"][0] == pytest.approx(70 / 101)
    assert corrected.metrics["AP"] == pytest.approx(71 / 101)
    assert named(strict) == {"Q11"}


def test_q12_unsorted_recall_thresholds() -> None:
    truth = truth_of({}, {"bbox": [60.0, 60, 20, 20]})
    strict, corrected, reference = both_modes(truth, found({}), recall_thresholds=[1.0, 0.2])
    assert reference["stats"][0] == 0
    assert corrected.metrics["AP"] == 0.5
    assert named(strict) == {"Q12"}


def test_q13_order_of_the_class_list() -> None:
    truth = truth_of({}, classes=2)
    detections = found({"category_id": 2}, {"category_id": 1, "bbox": [60.0, 60, 20, 20]})
    strict, corrected, reference = both_modes(truth, detections, class_agnostic=True)
    assert reference["stats"][0] == pytest.approx(0.5)
    assert corrected.metrics["AP"] == 1.0
    assert {"Q13"} <= named(strict) <= {"Q8", "Q13"}
    turned = both_modes(truth, detections, class_agnostic=True, categories=[2, 1])
    assert turned[2]["stats"][0] == pytest.approx(1)
    assert turned[1].metrics["AP"] == 1.0


def test_q14_no_predictions() -> None:
    truth, _ = three_images()
    with pytest.raises(IndexError):
        reference_coco(truth, [])
    result = evaluate(truth_records(truth), prediction_records([]))
    assert result.metrics["AP"] == result.metrics["AR100"] == 0.0
    assert [warning.code for warning in result.warnings] == ["W-303"]


def test_q15_unknown_category() -> None:
    truth, detections = three_images()
    for detection in detections:
        detection["category_id"] = 0
    assert reference_coco(truth, detections)["stats"][0] == 0
    with pytest.raises(InputError, match=r"E-131.*add 1 to every category id"):
        evaluate(truth_records(truth), prediction_records(detections))


def test_q16_boxes_of_nan() -> None:
    truth, detections = three_images()
    detections[1]["bbox"] = [float("nan")] * 4
    assert reference_coco(truth, copy.deepcopy(detections))["stats"][1] == pytest.approx(1)
    with pytest.raises(InputError, match=r"E-138.*row 1"):
        evaluate(truth_records(truth), prediction_records(detections))


def test_q17_a_category_listed_twice() -> None:
    truth, detections = three_images()
    doubled = reference_coco(truth, detections, class_agnostic=True, categories=[1, 1])
    single = reference_coco(truth, detections, class_agnostic=True, categories=[1])
    assert doubled["stats"][0] != single["stats"][0] or doubled["stats"][6] != single["stats"][6]
    with pytest.raises(ArgumentError, match="listed twice"):
        evaluate(truth_records(truth), prediction_records(detections), class_agnostic=True, categories=[1, 1])


def test_q18_boxes_whose_area_underflows() -> None:
    truth, detections = three_images()
    truth["annotations"][1] |= {"bbox": [0.0, 0.0, 1e-200, 1e-200], "area": 0.0}
    detections[1]["bbox"] = [0.0, 0.0, 1e-200, 1e-200]
    assert reference_coco(truth, copy.deepcopy(detections))["stats"][8] == pytest.approx(1)
    for mode in ("strict", "corrected"):
        result = evaluate(truth_records(truth), prediction_records(detections), mode=mode)
        assert result.metrics["AR100"] == pytest.approx(2 / 3)


def test_the_table_lists_every_quirk_and_its_test() -> None:
    rows = dict(re.findall(r"^\| Q(\d+) \| (.*?) \|", TABLE.read_text(encoding="utf-8"), re.MULTILINE))
    numbers = [int(number) for number in rows]
    assert numbers == list(range(1, len(rows) + 1))
    for entry in QUIRKS:
        assert rows[str(entry.number)] == entry.title
    others = TESTS / "parity" / "test_shape_quirks.py"
    tests = (TESTS / "evaluation" / "states" / "test_quirks.py").read_text(
        encoding="utf-8"
    ) + others.read_text(encoding="utf-8")
    for number in numbers:
        assert f"def test_q{number}_" in tests, f"Q{number} has no test"


def test_corrected_mends_all() -> None:
    assert PROTOCOL.mended("corrected") == Quirk.ALL
    assert PROTOCOL.mended("strict") == Quirk.NONE
    others = {entry for entry in Quirk if entry.value >= Quirk.CLOSING_LINE.value}  # of other protocols
    assert {entry.quirk for entry in QUIRKS} == set(Quirk.ALL) - others
