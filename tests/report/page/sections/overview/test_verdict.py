"""Every number in the sentences is that of the diagnosis."""

from __future__ import annotations

import re

import pytest
from diagnosed_results import made_result

from truebox.diagnosis import errors, operating_points
from truebox.errors import TrueboxWarning
from truebox.evaluation import evaluate
from truebox.report.page.sections.overview.verdict import leading_comparison, verdict
from truebox.report.page.side import Side


def numbers(text: str) -> list[float]:
    return [float(each) for each in re.findall(r"[+-]?\d+\.\d+", text)]


def test_one_result() -> None:
    result = made_result()
    (sentence,) = verdict([Side.of(result)], [])
    best, loss = operating_points(result).overall, errors(result).loss
    worst = max(loss, key=lambda kind: loss[kind] or 0)
    wanted = [result.metrics["AP"], best.f1, best.score, best.precision, best.recall, loss[worst]]
    assert numbers(sentence) == [round(value or 0, 3) for value in wanted]
    assert ("missed truths" if worst == "missed" else repr(worst)) in sentence


def test_several_results_are_named_and_compared() -> None:
    side = Side.of(made_result())
    pair = {"first": "A", "second": "B", "better": 3, "worse": 1200}
    sure = {"metrics": [{"key": "AP", "value": -0.05, "verdict": "worse"}], **pair}
    unsure = {"metrics": [{"key": "AP", "value": 0.001, "verdict": "not significant"}], **pair}
    undefined = {"metrics": [{"key": "AP", "value": None, "verdict": "undefined"}], **pair}
    *said, first, second = verdict([side, side], [sure, unsure, undefined])
    assert (first[:3], second[:3]) == ("A: ", "B: ")
    assert said == [
        "B against A: AP -0.050, worse beyond chance; 3 images got better and 1,200 worse.",
        "B against A: AP +0.001, which this data cannot tell from chance; "
        "3 images got better and 1,200 worse.",
        "B against A: AP cannot be compared.",
    ]


def test_what_is_undefined_is_said() -> None:
    truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": []}
    found = [{"image_id": 1, "category_id": 1, "score": 0.5, "bbox": [0, 0, 9, 9]}]
    with pytest.warns(TrueboxWarning, match="W-312"):
        result = evaluate(truth, found, mode="corrected")
    (sentence,) = verdict([Side.of(result)], [])
    assert sentence.startswith("AP is undefined: ")
    assert "No score can be recommended: no truth that counts." in sentence


def test_three_and_more_are_compared_in_one_sentence():
    def pair(second, value, verdict):
        return {
            "first": "A",
            "second": second,
            "metrics": [{"key": "AP", "value": value, "verdict": verdict}],
        }

    pairs = [pair("B", -0.1, "worse"), pair("C", 0.02, "better"), pair("D", 0.0, "not significant")]
    pairs += [pair("E", None, "undefined"), pair("F", -0.2, "worse"), {**pair("G", 0, ""), "metrics": []}]
    assert leading_comparison(pairs) == (
        "AP against A, one by one (p not corrected): better C +0.020; worse B -0.100, F -0.200; "
        "not significant D +0.000; undefined E, G."
    )
