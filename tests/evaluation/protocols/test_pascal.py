"""Rules of the PASCAL VOC challenges, one by one."""

from __future__ import annotations

from typing import Any

import pytest

from truebox.evaluation import evaluate
from truebox.evaluation.protocols.pascal import challenge
from truebox.evaluation.protocols.voc import PROTOCOL
from truebox.evaluation.states.accumulation import PrecisionRule
from truebox.evaluation.states.quirks import Quirk

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

HERE, BESIDE = [0.0, 0, 10, 10], [2.0, 0, 10, 10]


def a_truth(*boxes: list[float], **flags: list[int]) -> dict[str, Any]:
    rows = [
        {"id": n + 1, "image_id": 1, "category_id": 1, "bbox": box, "area": 100.0, "iscrowd": 0}
        | {name: values[n] for name, values in flags.items()}
        for n, box in enumerate(boxes)
    ]
    images = [{"id": i, "width": 100, "height": 100} for i in (1, 2)]
    return {"images": images, "categories": [{"id": 1, "name": "cat"}], "annotations": rows}


def found(*rows: tuple[float, list[float]], image: int = 1) -> list[dict[str, Any]]:
    return [{"image_id": image, "category_id": 1, "bbox": box, "score": score} for score, box in rows]


def test_a_second_detection_is_false_even_where_another_truth_would_do() -> None:
    truth = a_truth(HERE, BESIDE)
    twice = found((0.9, HERE), (0.8, HERE))
    assert evaluate(truth, twice, protocol="voc").metrics["AR"] == 0.5
    assert evaluate(truth, twice, protocol="coco", iou_thresholds=[0.5]).metrics["AR100"] == 1


@pytest.mark.parametrize("flag", ["ignore", "iscrowd"])
def test_difficult_truths_are_neither_found_nor_missed_however_often(flag: str) -> None:
    truth = a_truth(HERE, [50.0, 50, 10, 10], **{flag: [1, 0]})
    result = evaluate(truth, found((0.9, HERE), (0.8, HERE), (0.7, [50.0, 50, 10, 10])), protocol="voc")
    assert result.truths == 1
    assert result.metrics["AP"] == 1


def test_a_difficult_truth_takes_part_in_the_choice_of_the_best() -> None:
    truth = a_truth(HERE, BESIDE, ignore=[1, 0])
    assert evaluate(truth, found((0.9, [0.5, 0, 10, 10])), protocol="voc").metrics["AR"] == 0


def test_half_an_overlap_is_enough() -> None:
    truth = a_truth(HERE)
    assert evaluate(truth, found((0.9, [0.0, 0, 10, 5])), protocol="voc").metrics["AP"] == 1


def test_no_number_of_detections_is_too_many() -> None:
    truth = a_truth(HERE)
    many = found(*((0.9, [60.0, 60, 5, 5]) for _ in range(200)), (0.1, HERE))
    assert evaluate(truth, many, protocol="voc", fit_test=False).metrics["AR"] == 1


def test_equal_scores_of_several_images_stand_in_the_order_of_the_file() -> None:
    truth = a_truth(HERE)
    hit, miss = found((0.5, HERE)), found((0.5, HERE), image=2)
    for year in ("voc", "voc2007"):
        assert evaluate(truth, miss + hit, protocol=year).metrics["AP"] == pytest.approx(0.5)
        assert evaluate(truth, hit + miss, protocol=year).metrics["AP"] == pytest.approx(1)
        turned = (miss + hit, hit + miss)
        mended = [evaluate(truth, rows, protocol=year, mode="corrected").metrics for rows in turned]
        assert mended[0] == mended[1]


def test_what_the_order_of_the_file_costs_is_said() -> None:
    truth = a_truth(HERE)
    rows = found((0.5, [0.0, 0, 10, 9]), image=2) + found((0.5, [0.0, 0, 10, 8]))
    said = [each.message for each in evaluate(truth, rows, protocol="voc").warnings if each.code == "W-310"]
    assert len(said) == 1
    assert said[0].startswith("Q8 equal scores are ranked by the order of the file")
    assert said[0].endswith("corrected: AP 1.000000 instead of 0.500000")


def test_v1_a_class_without_truth_is_undefined_and_left_out_of_the_mean() -> None:
    """The kit gives 0 with eleven points and NaN with all, and who takes the mean has to choose."""
    truth = a_truth(HERE)
    truth["categories"].append({"id": 2, "name": "dog"})
    for year in ("voc", "voc2007"):
        result = evaluate(truth, found((0.9, HERE)), protocol=year)
        assert [each.metrics["AP"] for each in result.per_class] == [pytest.approx(1), None]
        assert result.metrics["AP"] == pytest.approx(1)


def test_v2_nothing_but_detections_of_difficult_objects_gives_zero() -> None:
    """The kit divides 0 by 0 and gives NaN."""
    truth = a_truth(HERE, [50.0, 50, 10, 10], ignore=[1, 0])
    for year in ("voc", "voc2007"):
        assert evaluate(truth, found((0.9, HERE)), protocol=year).metrics["AP"] == 0


def test_a_year_is_a_value() -> None:
    own = challenge("voc-own", "Own", lambda mended: PROTOCOL.defaults("boxes", mended).recall_thresholds,
                    PrecisionRule.AREA, Quirk.NONE)  # fmt: skip
    truth, rows = a_truth(HERE, BESIDE), found((0.9, HERE), (0.8, [60.0, 60, 5, 5]), (0.7, BESIDE))
    assert evaluate(truth, rows, protocol=own).metrics == evaluate(truth, rows, protocol="voc").metrics
