"""The page's data are the diagnoses' values."""

from __future__ import annotations

import base64
import json

import numpy as np
import pytest
from diagnosed_results import made_result

from truebox.diagnosis import calibration, diagnose, intervals, operating_points, slices
from truebox.evaluation import evaluate
from truebox.report.page import page_data as module
from truebox.report.page.material import Material
from truebox.report.page.page_data import page_data, side_data
from truebox.report.page.section import Section
from truebox.report.page.side import Side

PLACES = np.array([0])


@pytest.fixture(scope="module")
def side() -> Side:
    return Side.of(made_result())


@pytest.fixture(scope="module")
def sure() -> Side:
    return Side.of(made_result(), replicates=100)


def test_numbers_and_intervals(sure: Side) -> None:
    made = side_data(sure, PLACES)
    wanted = intervals(made_result(), replicates=100)
    for each in made["metrics"]:
        assert each["value"] == made_result().metrics[each["key"]]
        assert (each["low"], each["high"]) == (
            wanted.metrics[each["key"]].low,
            wanted.metrics[each["key"]].high,
        )
    assert (made["level"], made["seed"], made["replicates"]) == (wanted.level, wanted.seed, 100)
    assert [row["low"] for row in made["perClass"]] == [each.metrics["AP"].low for each in wanted.per_class]


def test_diagnoses_are_in_it(side: Side) -> None:
    result = made_result()
    made = side_data(side, PLACES)
    assert made["level"] is None
    assert made["best"] == operating_points(result).overall.to_dict()
    assert made["bestPerClass"] == [point.score for point in operating_points(result).per_class]
    assert made["slices"] == slices(result).to_dict()
    assert made["calibration"]["ece"] == calibration(result).to_dict()["ece"]
    assert sum(made["overlaps"]["counts"]) == len(result.state)


def test_a_diagnosis_gives_the_same_data(sure: Side) -> None:
    # Whatever is asked for here, the intervals are those of the diagnosis.
    diagnosed = Side.of(made_result(), diagnose(made_result(), replicates=100), replicates=7)
    assert side_data(diagnosed, PLACES) == side_data(sure, PLACES)


def test_curves_average_to_the_ap(side: Side) -> None:
    made = side_data(side, PLACES)["precision"]
    means = [np.mean(row) for row in made["mean"].values()]
    # Rounded to four digits each.
    assert np.mean(means) == pytest.approx(made_result().metrics["AP"], abs=1e-4)
    assert list(made["perClass"]) == list(made["mean"])
    for iou, key in (("0.5", "AP50"), ("0.75", "AP75")):
        rows = unpacked(made["perClass"][iou]).reshape(-1, len(made["recalls"]))
        for row, each in zip(rows, made_result().per_class, strict=True):
            assert np.mean(row) / 10_000 == pytest.approx(each.metrics[key], abs=1e-4)


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_a_class_without_truths_has_no_curve() -> None:
    truth = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    found = {"boxes": [[0, 0, 9, 9]] * 2, "labels": ["cat", "dog"], "scores": [0.9, 0.8]}
    made = side_data(Side.of(evaluate([truth], [found], mode="corrected")), PLACES)["precision"]
    for held in made["perClass"].values():
        cat, dog = unpacked(held).reshape(2, -1)
        assert set(dog.tolist()) == {65535}
        assert set(cat.tolist()) == {10_000}


def unpacked(held: dict[str, str]) -> np.ndarray:
    assert held["type"] == "Uint16Array"
    return np.frombuffer(base64.b64decode(held["bytes"]), dtype="<u2")


def test_the_whole_is_json_without_nan(side: Side) -> None:
    gates = [{"expression": "AP >= .5", "value": 0.4, "limit": 0.5, "passed": False}]
    made = page_data(Material(sides=[side, side], words=["One."], gates=gates, command="c"))
    assert json.loads(json.dumps(made, allow_nan=False))["gates"] == gates
    assert [each["letter"] for each in made["results"]] == ["A", "B"]
    assert made["classes"] == [each.name for each in made_result().per_class]


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_a_score_outside_its_range_has_no_calibration() -> None:
    truth = [{"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}]
    found = [{"boxes": [[0, 0, 9, 9]], "labels": ["cat"], "scores": [7.5]}]
    made = side_data(Side.of(evaluate(truth, found, mode="corrected")), PLACES)
    assert "7.5" in made["calibration"]["reason"] or "[0, 1]" in made["calibration"]["reason"]


def test_two_sections_cannot_write_one_value(side: Side, monkeypatch: pytest.MonkeyPatch) -> None:
    twice = Section(order=1, link="Twice", name="twice", of_side=lambda _: {"best": None})
    monkeypatch.setattr(module, "all_sections", lambda: (twice,))
    with pytest.raises(RuntimeError, match="section twice: best is in the data already"):
        side_data(side, PLACES)


def test_ap_at_each_overlap_is_that_of_the_result_to_the_last_bit(side: Side) -> None:
    made, result = side_data(side, PLACES)["precision"]["ap"], made_result()
    assert [row[0] for row in made.values()] == list(result.ap_by_iou.values())
    for iou, key in (("0.5", "AP50"), ("0.75", "AP75")):
        assert made[iou] == [result.metrics[key], *(each.metrics[key] for each in result.per_class)]


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
@pytest.mark.parametrize("labels", [["cat", "dog"], ["cat"], []])
def test_the_mean_curve_is_that_of_classes_with_truths(labels: list[str]) -> None:
    """Of each threshold, by loops; 0 throughout where no class has a truth."""
    names = ["bird", "cat", "dog"]
    boxes = {"cat": [0, 0, 9, 9], "dog": [10, 0, 9, 9], "bird": [50, 50, 9, 9]}
    truth = {
        "images": [{"id": 1}],
        "categories": [{"id": number, "name": name} for number, name in enumerate(names)],
        "annotations": [
            {
                "id": place,
                "image_id": 1,
                "category_id": names.index(name),
                "area": 81,
                "iscrowd": 0,
                "bbox": boxes[name],
            }
            for place, name in enumerate(labels)
        ],
    }
    found = [
        {"image_id": 1, "category_id": names.index(name), "bbox": [*box[:3], size], "score": score}
        for (name, box), size, score in zip(boxes.items(), (9, 8, 9), (0.9, 0.8, 0.95), strict=True)
    ]
    result = evaluate(truth, found, mode="corrected")
    made = side_data(Side.of(result), PLACES)["precision"]
    main = result.parameters.main_range
    for place, row in enumerate(made["mean"].values()):
        kinds = [k for k in range(result.state.truths.shape[0]) if result.state.truths[k, main] > 0]
        for recall in range(len(made["recalls"])):
            own = [result.precision[place, recall, k, main, -1] for k in kinds]
            assert row[recall] == pytest.approx(sum(own) / len(own) if own else 0.0, abs=5e-5)
        assert len(row) == len(made["recalls"])
