"""A number is reported by some rules, and the rules are found from the number alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

import truebox as tb
from truebox.diagnosis.reconciling.trials import Trials
from truebox.evaluation import Rules, rules_of_tools
from truebox.generation import make_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.fixture(scope="module")
def pair() -> tuple[Any, Any]:
    return make_dataset(60, 4, 12, 4.0, 3, crowds=0.1)


def numbers(pair: tuple[Any, Any], rules: Rules, digits: int = 6) -> dict[str, str]:
    metrics = Trials(*pair, None).metrics(rules)
    return {key: f"{value:.{digits}f}" for key, value in metrics.items() if value is not None}


def test_every_tool_is_found_by_its_numbers(pair: tuple[Any, Any]) -> None:
    for name, (_, rules) in rules_of_tools().items():
        found = tb.diagnosis.reconcile(*pair, reported=numbers(pair, rules))
        assert any(entry.of == name or entry.changes == () for entry in found.explanations), name
        assert set(found.left.values()) == {0.0}
        metrics = found.steps[-1].metrics if found.steps else found.first
        for key, text in numbers(pair, rules).items():
            assert metrics[key] == pytest.approx(float(text), abs=1e-6)


def test_the_table_is_what_each_protocol_gives(pair: tuple[Any, Any]) -> None:
    tools = {each.name: each.metrics for each in tb.diagnosis.reconcile(*pair).tools}
    for name in ("coco", "yolov5", "ultralytics", "torchmetrics", "supervision"):
        metrics = tb.evaluate(*pair, protocol=name, fit_test=False).metrics
        assert tools[name]["AP"] == pytest.approx(metrics["AP"], abs=1e-12)
        assert tools[name]["AP50"] == pytest.approx(metrics["AP50"], abs=1e-12)
    for name in ("voc", "voc2007", "mmdet_voc", "mmdet_voc07", "map_boxes"):
        metrics = tb.evaluate(*pair, protocol=name, fit_test=False).metrics
        assert tools[name]["AP50"] == pytest.approx(metrics["AP"], abs=1e-12)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (Rules(lowest_score=0.3), "lowest score: 0.3"),
        (Rules(coordinates="rounded"), "coordinates: rounded"),
        (Rules(crowd="plain"), "crowds and ignored truths: plain"),
        (Rules(limit="class", most=1), "most detections: 1 of an image and class"),
    ],
)
def test_one_changed_rule_is_named(pair: tuple[Any, Any], rules: Rules, said: str) -> None:
    found = tb.diagnosis.reconcile(*pair, reported=numbers(pair, rules, 9), tool="coco")
    assert [entry.changes for entry in found.explanations] == [(said,)]
    (step,) = found.steps
    assert f"{step.rule}: {step.after}" == said
    assert step.alone == step.cumulative


def test_two_changed_rules_are_named(pair: tuple[Any, Any]) -> None:
    rules = Rules(lowest_score=0.3, crowd="plain")
    found = tb.diagnosis.reconcile(*pair, reported=numbers(pair, rules, 9), tool="coco")
    assert ("lowest score: 0.3", "crowds and ignored truths: plain") in [
        e.changes for e in found.explanations
    ]


def test_what_nothing_explains_is_left_and_not_guessed(pair: tuple[Any, Any]) -> None:
    found = tb.diagnosis.reconcile(*pair, reported={"AP50": 0.123456})
    assert found.explanations == ()
    assert abs(found.left["AP50"]) > 1e-6
    assert found.steps == ()
    assert "nothing that was tried gives it" in found.sentences[0]


def test_the_order_of_equal_scores_is_an_explanation() -> None:
    pair = make_dataset(60, 2, 12, 4.0, 3, score_decimals=1)
    result = tb.evaluate(*pair, protocol="coco")
    worst = tb.diagnosis.ties(result).metrics["AP50"].worst
    assert result.metrics["AP50"] - worst > 1e-3
    found = tb.diagnosis.reconcile(*pair, reported={"AP50": f"{worst:.9f}"}, tool="coco")
    assert found.explanations[0].changes[0].startswith("equal scores in another order, which gives AP50 ")
    assert found.steps == ()


def test_steps_add_up(pair: tuple[Any, Any]) -> None:
    found = tb.diagnosis.reconcile(*pair, between=("coco", "yolov5"))
    names = [step.rule for step in found.steps]
    assert names[-2:] == ["from curve to AP", "quirks"]
    total = found.first["AP"] + sum(step.cumulative["AP"] for step in found.steps)
    assert total == pytest.approx(
        tb.evaluate(*pair, protocol="yolov5", fit_test=False).metrics["AP"], abs=1e-12
    )


def test_percent_and_zeros_at_the_end_are_understood(pair: tuple[Any, Any]) -> None:
    value = Trials(*pair, None).metrics(Rules())["AP50"]
    found = tb.diagnosis.reconcile(*pair, reported={"AP50": f"{100 * value:.2f}"})
    assert found.explanations[0].of == "coco"
    assert found.reported["AP50"] == pytest.approx(value, abs=1e-4)


def test_it_is_plain_values_tables_and_a_chart(pair: tuple[Any, Any]) -> None:
    found = tb.diagnosis.reconcile(*pair, between=("coco", "voc2007"))
    assert json.loads(json.dumps(found.to_dict()))["end"] == "voc2007"
    assert "From coco to voc2007, one rule at a time" in tb.report.to_reconciliation_table(found)
    assert "| Rule | from | to |" in tb.report.to_reconciliation_markdown(found)
    assert "yolov5" in found._repr_html_()


def test_what_cannot_be_reconciled_is_refused(pair: tuple[Any, Any]) -> None:
    for given, said in (
        ({"reported": {"APs": 0.5}}, "reported: 'APs' is not compared"),
        ({"reported": {"AP": "high"}}, "reported: AP is 'high'"),
        ({"tool": "lvis"}, "tool: 'lvis' is unknown"),
        ({"between": ("coco",)}, "between: expected two tools"),
    ):
        with pytest.raises(ValueError, match=said):
            tb.diagnosis.reconcile(*pair, **given)


def test_what_is_left_is_from_the_number_to_the_nearest(pair: tuple[Any, Any]) -> None:
    found = tb.diagnosis.reconcile(*pair, reported={"AP50": 0.123456}, tool="coco")
    tools = [each.metrics["AP50"] for each in found.tools if each.metrics["AP50"] is not None]
    assert abs(found.left["AP50"]) <= min(abs(value - 0.123456) for value in tools) + 1e-12
    assert 0 <= 0.123456 + found.left["AP50"] <= 1
    assert found.sentences[0].endswith(f"AP50 by {found.left['AP50']:+.4f}.")
    assert "Several" not in found.sentences[0]


def test_a_number_of_few_digits_is_given_by_several_rules(pair: tuple[Any, Any]) -> None:
    value = Trials(*pair, None).metrics(Rules())["AP50"]
    assert value is not None
    few = tb.diagnosis.reconcile(*pair, reported={"AP50": f"{value:.1f}"})
    assert len(few.explanations) > 1
    assert few.sentences[0].endswith("Several rules give it; more metrics or digits tell them apart.")
    one = tb.diagnosis.reconcile(*pair, reported=numbers(pair, Rules(lowest_score=0.3), 9), tool="coco")
    assert len(one.explanations) == 1
    assert one.sentences[0].endswith("lowest score: 0.3.")


def test_one_is_no_percent() -> None:
    boxes = [[10, 10, 50, 50], [60, 60, 90, 90]]
    truth = [{"boxes": boxes, "labels": [1, 1]}]
    found = [{"boxes": boxes, "labels": [1, 1], "scores": [0.9, 0.8]}]
    for reported, meant in (("1", 1.0), ("1.0", 1.0), ("100", 1.0), ("1.5", 0.015)):
        answer = tb.diagnosis.reconcile(truth, found, reported={"AP50": reported}, tool="coco")
        assert answer.reported["AP50"] == pytest.approx(meant)
        assert bool(answer.explanations) == (meant == 1)


def test_the_largest_step_is_the_one_that_is_told(pair: tuple[Any, Any]) -> None:
    found = tb.diagnosis.reconcile(*pair, between=("coco", "voc2007"))
    largest = max(found.steps, key=lambda step: abs(step.cumulative["AP"] or 0.0))
    told = f"{largest.rule}: {largest.after} instead of {largest.before}"
    assert found.sentences[-1] == f"From coco, most of it is {told} (AP {largest.cumulative['AP']:+.4f})."


@pytest.mark.parametrize("side", ["best", "worst"])
def test_the_reach_of_equal_scores_is_as_wide_as_the_last_digit(side: str) -> None:
    """A rounded end of the reach lies outside of it, and is meant all the same; a digit further is not."""
    pair = make_dataset(60, 2, 12, 4.0, 3, score_decimals=1)
    end = getattr(tb.diagnosis.ties(tb.evaluate(*pair, protocol="coco")).metrics["AP50"], side)
    outward = 1 if side == "best" else -1
    text = next(text for k in range(4, 9) if (float(text := f"{end:.{k}f}") - end) * outward > 0)
    found = tb.diagnosis.reconcile(*pair, reported={"AP50": text}, tool="coco")
    assert found.explanations[0].changes[0].startswith("equal scores in another order")
    beyond = f"{float(text) + outward * 10.0 ** -len(text.partition('.')[2]):.{len(text) - 2}f}"
    other = tb.diagnosis.reconcile(*pair, reported={"AP50": beyond}, tool="coco")
    assert not any("equal scores in another" in change for e in other.explanations for change in e.changes)
