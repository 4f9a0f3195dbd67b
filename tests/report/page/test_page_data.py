"""The page's data are the diagnoses' values."""

from __future__ import annotations

import json

import numpy as np
import pytest
from diagnosed_results import made_result

from truebox.diagnosis import calibration, diagnose, intervals, operating_points, slices
from truebox.evaluation import evaluate
from truebox.report.page.page_data import page_data, side_data
from truebox.report.page.side import Side

PLACES = np.array([0])


@pytest.fixture(scope="module")
def side() -> Side:
    return Side.of(made_result())


def test_numbers_and_intervals(side: Side) -> None:
    made = side_data(side, PLACES, "A", replicates=100)
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
    made = side_data(side, PLACES, "B", replicates=0)
    assert made["letter"] == "B"
    assert made["level"] is None
    assert made["best"] == operating_points(result).overall.to_dict()
    assert made["bestPerClass"] == [point.score for point in operating_points(result).per_class]
    assert made["slices"] == slices(result).to_dict()
    assert made["calibration"]["ece"] == calibration(result).to_dict()["ece"]
    assert sum(made["overlaps"]["counts"]) == len(result.state)


def test_a_diagnosis_gives_the_same_data(side: Side) -> None:
    diagnosed = Side.of(made_result(), diagnose(made_result(), replicates=100))
    # Whatever is asked for here, the intervals are those of the diagnosis.
    assert side_data(diagnosed, PLACES, "A", replicates=7) == side_data(side, PLACES, "A", replicates=100)


def test_curves_average_to_the_ap(side: Side) -> None:
    made = side_data(side, PLACES, "A", replicates=0)["precision"]
    means = [np.mean(row) for row in made["mean"].values()]
    # Rounded to four digits each.
    assert np.mean(means) == pytest.approx(made_result().metrics["AP"], abs=1e-4)
    assert list(made["perClass"]) == ["0.5", "0.75"]
    for row, each in zip(made["perClass"]["0.5"], made_result().per_class, strict=True):
        assert np.mean(row) == pytest.approx(each.metrics["AP50"], abs=1e-4)


def test_the_whole_is_json_without_nan(side: Side) -> None:
    gates = [{"expression": "AP >= .5", "value": 0.4, "limit": 0.5, "passed": False}]
    made = page_data([side, side], PLACES, words=["One."], gates=gates, command="c", replicates=0)
    assert json.loads(json.dumps(made, allow_nan=False))["gates"] == gates
    assert [each["letter"] for each in made["results"]] == ["A", "B"]
    assert made["classes"] == [each.name for each in made_result().per_class]


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_a_score_outside_its_range_has_no_calibration() -> None:
    truth = [{"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}]
    found = [{"boxes": [[0, 0, 9, 9]], "labels": ["cat"], "scores": [7.5]}]
    made = side_data(Side.of(evaluate(truth, found, mode="corrected")), PLACES, "A", replicates=0)
    assert "7.5" in made["calibration"]["reason"] or "[0, 1]" in made["calibration"]["reason"]
