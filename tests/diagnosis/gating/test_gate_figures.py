"""The figure a gate asks for is the one the rest of the package gives."""

from __future__ import annotations

from dataclasses import replace

import pytest
from diagnosed_results import made_result

from truebox.diagnosis import operating_points, slices
from truebox.diagnosis.gating.gate_expression import parse_gate
from truebox.diagnosis.gating.gate_figures import Figures, place_of_class, unknown
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.fixture(scope="module")
def result():
    return made_result(mode="corrected")


def value(result, text):
    return Figures(result).of(parse_gate(f"{text}=0"))


def test_metrics_classes_points_and_slices(result):
    points, entry = operating_points(result), result.per_class[1]
    by_size = {row.label: row for row in slices(result, ["size"]).rows}
    assert value(result, "AP") == (result.metrics["AP"], None)
    assert value(result, "AR100")[0] == result.metrics["AR100"]
    assert value(result, f"AP50[{entry.name}]")[0] == entry.metrics["AP50"]
    assert value(result, f"AP50[id:{entry.id}]")[0] == entry.metrics["AP50"]
    assert value(result, "F1")[0] == points.overall.f1
    assert value(result, "precision")[0] == points.overall.precision
    assert value(result, f"recall[{entry.name}]")[0] == points.per_class[1].recall
    assert value(result, "AP[size:small]")[0] == by_size["small"].ap
    assert value(result, "AP50[size: large]")[0] == by_size["large"].ap50
    assert value(result, "recall[size:medium]")[0] == by_size["medium"].recall


def test_own_area_ranges_are_metrics(result):
    made = made_result(mode="corrected", area_ranges=_Ranges({"all": (0, 1e10), "tiny": (0, 400)}))
    assert value(made, "AP[tiny]")[0] == made.metrics["AP[tiny]"]


class _Ranges(dict):
    """Can be cached by identity."""

    __hash__ = object.__hash__


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AP5", "there is no metric 'AP5'; did you mean 'AP75', 'AP50'"),
        ("zzz", "known are AP, AP50"),
        ("AP[clas 1]", "there is no class 'clas 1'; did you mean 'class 1'"),
        ("AP[size:smal]", "there is no slice by size 'smal'; did you mean 'small'"),
        ("AP75[size:small]", "there is no metric of slices 'AP75'"),
        ("AR1[class 1]", "there is no metric of classes 'AR1'"),
        ("AP[siz:small]", "'siz' is unknown"),
    ],
)
def test_unknown_names_get_close_ones(result, text, message):
    with pytest.raises(ArgumentError) as caught:
        value(result, text)
    assert message in str(caught.value)


def test_undefined_has_the_reason(result):
    entry = result.per_class[0]
    lost = replace(entry, metrics=dict.fromkeys(entry.metrics))
    made = replace(
        result,
        per_class=(lost, *result.per_class[1:]),
        metrics={**result.metrics, "APs": None},
        undefined={"APs": "no truth of small size"},
    )
    assert value(made, "APs") == (None, "no truth of small size")
    assert value(made, f"AP[{entry.name}]") == (None, "no truth of the class to find")


def test_classes_that_share_a_name_are_told_apart_by_id():
    classes = [(3, "cat"), (9, "cat"), ("id:9", "dog")]
    with pytest.raises(ArgumentError, match=r"2 classes are named 'cat'.*\[id:3\], \[id:9\]"):
        place_of_class("cat", classes)
    assert place_of_class("id:9", classes) == 1
    assert place_of_class("horse", classes) is None


def test_of_many_classes_of_one_name_five_ids_are_shown():
    with pytest.raises(ArgumentError, match=r"6 classes are named 'cat'.*: \[id:1\], .*, \[id:5\]\.$"):
        place_of_class("cat", [(number, "cat") for number in range(1, 7)])


def test_a_part_without_truth_has_nothing_to_measure():
    # One truth of 40 x 40: medium. The detection of 9 x 9 alone is small.
    truth = [{"boxes": [[0, 0, 40, 40]], "labels": [1], "width": 99, "height": 99}]
    found = [{"boxes": [[0, 0, 40, 40], [50, 50, 59, 59]], "labels": [1, 1], "scores": [0.9, 0.8]}]
    made = evaluate(truth, found, mode="corrected")
    for metric in ("AP", "recall"):
        assert value(made, f"{metric}[size:small]") == (None, "nothing to measure in size:small")
        assert value(made, f"{metric}[size:medium]") == (1.0, None)


def test_many_names_are_not_all_listed():
    known = [f"name {row}" for row in range(500)]
    assert "and 488 more" in str(unknown(parse_gate("AP[qqq]=0"), "class", "qqq", known))
