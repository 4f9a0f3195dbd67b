"""A number is reported by some rules, and the rules are found from the number alone."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.diagnosis.reconciling.trials import Trials
from truebox.diagnosis.reconciling.variants import singles
from truebox.evaluation import Rules, rules_of_tools
from truebox.generation import make_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.fixture(scope="module")
def pair() -> tuple[Any, Any]:
    return make_dataset(60, 4, 12, 4.0, 3, crowds=0.1)


def odd_pair() -> tuple[Any, Any]:
    """With crowds, silent images, a class without truth, areas at a bound, and images of 700 x 500."""
    truth, found = make_dataset(
        60, 4, 12, 4.0, 3, crowds=0.1, silent_images=0.1, categories_without_truth=1, empty_images=0.0
    )
    area = np.where(np.arange(len(truth)) % 7 == 0, 32.0**2, truth.area * 0.6)
    crowd = truth.crowd.copy()
    crowd[0] = 0
    images = replace(truth.images, sizes=truth.images.sizes + np.array([60, 20]))
    return replace(truth, area=area, crowd=crowd, images=images), found


def numbers(
    pair: tuple[Any, Any], rules: Rules, digits: int = 6, more: tuple[str, ...] = ()
) -> dict[str, str]:
    metrics = Trials(*pair, None, more).metrics(rules)
    return {key: f"{value:.{digits}f}" for key, value in metrics.items() if value is not None}


def number(metrics: Any, key: str) -> float:
    value = metrics[key]
    assert value is not None
    return float(value)


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
        (Rules(classes="one for all"), "classes: one for all"),
        (Rules(absent_classes="count as 0"), "classes without truth: count as 0"),
        (Rules(silent_images="skipped"), "images without detections: skipped"),
        (Rules(found_boxes="1 pixel on"), "boxes of detections: 1 pixel on"),
        (Rules(found_boxes="rounded"), "boxes of detections: rounded"),
        (Rules(found_boxes="corners as sizes"), "boxes of detections: corners as sizes"),
        (Rules(found_boxes="1 decimal"), "boxes of detections: 1 decimal"),
        (Rules(found_boxes="centres as corners"), "boxes of detections: centres as corners"),
        (Rules(annotation_ids="from 0"), "ids of truths: from 0"),
        (Rules(labels="1 back"), "classes of detections: 1 back"),
        (Rules(scores="2 decimals"), "scores: 2 decimals"),
        (Rules(letterbox="whole pixels", letterbox_size=416), "letterbox: whole pixels of 416"),
        (Rules(letterbox="padding left in"), "letterbox: padding left in"),
        (Rules(letterbox="stretched"), "letterbox: stretched"),
        (Rules(areas="of boxes"), "areas of truths: of boxes"),
        (Rules(bands="half open"), "areas at a bound: half open"),
        (Rules(mean="of classes by truths"), "mean: of classes by truths"),
        (Rules(mean="one curve of all"), "mean: one curve of all"),
        (Rules(iou="0.4"), "IoU threshold: 0.4"),
        (Rules(first="overlap"), "who asks first: overlap"),
    ],
)
def test_one_changed_rule_is_named(pair: tuple[Any, Any], rules: Rules, said: str) -> None:
    pair = odd_pair()
    asked = ("APs", "APm") if said.startswith("areas") else ()
    found = tb.diagnosis.reconcile(*pair, reported=numbers(pair, rules, 9, asked), tool="coco")
    assert [entry.changes for entry in found.explanations] == [(said,)]
    (step,) = found.steps
    assert f"{step.rule}: {step.after}" == said
    assert step.alone == step.cumulative


def test_areas_change_sizes_alone() -> None:
    pair = odd_pair()
    trials = Trials(*pair, None, ("APs",))
    for rules in (Rules(areas="of boxes"), Rules(bands="half open")):
        assert trials.metrics(rules)["AP"] == trials.metrics(Rules())["AP"]
        assert trials.metrics(rules)["APs"] != trials.metrics(Rules())["APs"]


def test_a_tool_whose_ap_is_that_of_one_iou_is_found_by_it(pair: tuple[Any, Any]) -> None:
    """As VOC's tools print it: "mAP", which others call AP50."""
    value = number(tb.evaluate(*pair, protocol="voc2007", fit_test=False).metrics, "AP")
    found = tb.diagnosis.reconcile(*pair, reported={"mAP": f"{value:.4f}"})
    assert "voc2007 with IoU threshold: 0.5" in [str(each) for each in found.explanations]
    assert "IoU threshold" in [step.rule for step in found.steps]


def test_a_metric_of_another_iou(pair: tuple[Any, Any]) -> None:
    value = tb.evaluate(*pair, protocol="map_boxes", iou_thresholds=[0.4], fit_test=False).metrics["AP"]
    for name in ("AP40", "mAP@0.4", "map_40"):
        found = tb.diagnosis.reconcile(*pair, reported={name: f"{value:.5f}"}, tool="map_boxes")
        assert [str(each) for each in found.explanations] == ["map_boxes"]
        assert list(found.reported) == ["AP40"]


def test_steps_that_only_others_make_possible_wait_for_them(pair: tuple[Any, Any]) -> None:
    found = tb.diagnosis.reconcile(*pair, between=("mmdet_imagenet", "coco"))
    rules = [step.rule for step in found.steps]
    assert rules.index("small truths") < rules.index("crowds and ignored truths")
    crowds = found.steps[rules.index("crowds and ignored truths")]
    assert set(crowds.alone.values()) == {None}
    assert found.steps[-1].metrics == Trials(*pair, None).metrics(Rules())


def test_two_changed_rules_are_named(pair: tuple[Any, Any]) -> None:
    rules = Rules(lowest_score=0.3, crowd="plain")
    found = tb.diagnosis.reconcile(*pair, reported=numbers(pair, rules, 9), tool="coco")
    assert ("lowest score: 0.3", "crowds and ignored truths: plain") in [
        e.changes for e in found.explanations
    ]


def test_another_iou_and_a_second_change_are_named(pair: tuple[Any, Any]) -> None:
    """What one IoU gives is no sum of what moves AP, AP50 and AP75."""
    rules = Rules(iou="0.7", lowest_score=0.3)
    found = tb.diagnosis.reconcile(*pair, reported=numbers(pair, rules, 6), tool="coco")
    assert ("lowest score: 0.3", "IoU threshold: 0.7") in [each.changes for each in found.explanations]


def test_what_nothing_explains_is_left_and_not_guessed(pair: tuple[Any, Any]) -> None:
    found = tb.diagnosis.reconcile(*pair, reported={"AP50": 0.123456})
    assert found.explanations == ()
    assert abs(found.left["AP50"]) > 1e-6
    assert found.steps == ()
    assert "is left unexplained: nothing that was tried gives it" in found.sentences[0]


def test_the_order_of_equal_scores_may_be_an_explanation() -> None:
    """A range of many values is no proof."""
    pair = make_dataset(60, 2, 12, 4.0, 3, score_decimals=1)
    result = tb.evaluate(*pair, protocol="coco")
    worst = tb.diagnosis.ties(result).metrics["AP50"].worst
    assert result.metrics["AP50"] - worst > 1e-3
    found = tb.diagnosis.reconcile(*pair, reported={"AP50": f"{worst:.9f}"}, tool="coco")
    assert found.unproven[0].changes[0].startswith("equal scores in another order, which gives AP50 ")
    assert found.unproven[0].chance > 0.05
    assert "may be coco with equal scores in another order" in found.sentences[0]
    assert (found.steps, found.explanations) == ((), ())


def test_a_changed_rule_and_another_order_of_equal_scores_are_no_proof() -> None:
    """Rounded scores make equal ones: any number within their reach fits, however few would elsewhere."""
    pair = make_dataset(20, 2, 12, 4.0, 3)
    rounded = Trials(*pair, None)
    low, high = rounded.reach(Rules(scores="2 decimals"), ("AP50",))["AP50"]
    known = (rounded.metrics(rules)["AP50"] for _, rules in [("", Rules()), *singles(Rules(), "boxes")])
    inside = [each for each in known if each is not None and low <= each <= high]
    ends = sorted([low, *inside, high])
    gap, start = max((after - before, before) for before, after in pairwise(ends))
    found = tb.diagnosis.reconcile(*pair, reported={"AP50": f"{start + gap / 2:.9f}"}, tool="coco")
    assert found.explanations == ()
    orders = [each for each in found.unproven if "scores: " in each.changes[0]]
    assert all(each.changes[-1].startswith("equal scores in another order") for each in orders)
    assert orders
    assert "every number within these bounds fits" in found.sentences[0] or orders[0].chance > 0.05


def test_three_digits_prove_nothing_about_a_changed_rule(pair: tuple[Any, Any]) -> None:
    """Crowds as truths like others, reported without the tool: the rule is named, and not as a fact."""
    value = number(Trials(*pair, None).metrics(Rules(crowd="plain")), "AP50")
    found = tb.diagnosis.reconcile(*pair, reported={"AP50": f"{value:.3f}"})
    assert found.explanations == ()
    assert ("crowds and ignored truths: plain",) in [each.changes for each in found.unproven]
    assert all(each.chance > 0.05 for each in found.unproven)
    assert "is coco" not in found.sentences[0]


def test_made_up_numbers_are_seldom_explained(pair: tuple[Any, Any]) -> None:
    """Of four numbers near COCO's, four digits each, no more than one has an explanation."""
    value = number(Trials(*pair, None).metrics(Rules()), "AP50")
    told = 0
    for step in (-9, -5, 5, 9):
        reported = {"AP50": f"{value + 0.00137 * step:.4f}"}
        told += bool(tb.diagnosis.reconcile(*pair, reported=reported, tool="coco").explanations)
    assert told <= 1


def test_one_class_and_names_of_other_tools(pair: tuple[Any, Any]) -> None:
    result = tb.evaluate(*pair, protocol="yolov5", fit_test=False)
    own = result.per_class[1]
    reported = {
        "mAP50-95": f"{100 * number(result.metrics, 'AP'):.3f}%",
        f"map_50[{own.name}]": number(own.metrics, "AP50"),
    }
    found = tb.diagnosis.reconcile(*pair, reported=reported)
    assert [str(each) for each in found.explanations] == ["yolov5"]
    assert list(found.reported) == ["AP", f"AP50[{own.name}]"]
    tool = next(each for each in found.tools if each.name == "coco")
    alone = tb.evaluate(*pair, protocol="coco", fit_test=False).per_class[1].metrics["AP50"]
    assert tool.metrics[f"AP50[{own.name}]"] == pytest.approx(alone, abs=1e-12)


def test_steps_add_up(pair: tuple[Any, Any]) -> None:
    found = tb.diagnosis.reconcile(*pair, between=("coco", "yolov5"))
    names = [step.rule for step in found.steps]
    assert names[-4:] == [
        *("from curve to AP", "precision of IoU", "precision of the thresholds", "quirks"),
    ]
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
        ({"reported": {"F1": 0.5}}, "reported: 'F1' is not compared"),
        ({"reported": {"AP": "high"}}, "reported: AP is 'high'"),
        ({"reported": {"AP[no such]": "0.5"}}, "no class is named 'no such'"),
        ({"reported": {"AP": "0.5", "mAP": "0.5"}}, "AP is given twice"),
        ({"tool": "lvis"}, "tool: 'lvis' is unknown"),
        ({"between": ("coco",)}, "between: expected two tools"),
        ({"between": ("yolov5", "yolov5")}, "between: both tools are 'yolov5'"),
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
    assert "Several rules give it; more metrics or digits tell them apart." in few.sentences[0]
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
    assert "coco with equal scores in another order" in found.sentences[0]  # and no other rule
    beyond = f"{float(text) + outward * 10.0 ** -len(text.partition('.')[2]):.{len(text) - 2}f}"
    other = tb.diagnosis.reconcile(*pair, reported={"AP50": beyond}, tool="coco")
    assert not any("coco with equal scores in another order" in each for each in other.sentences)
