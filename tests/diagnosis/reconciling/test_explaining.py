"""What is certain, and what fits by chance."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from truebox.diagnosis.reconciling.asked import ReportedNumber
from truebox.diagnosis.reconciling.explaining import _Search, explained
from truebox.diagnosis.reconciling.trials import Trials
from truebox.evaluation import Rules, rules_of_tools
from truebox.generation import make_dataset


@pytest.fixture(scope="module")
def trials() -> Trials:
    return Trials(*make_dataset(40, 3, 8, 4.0, 5, crowds=0.1), None)


def test_a_tool_as_it_is_is_certain_however_few_digits(trials: Trials) -> None:
    named = {name: rules for name, (_, rules) in rules_of_tools().items()}
    value = trials.metrics(named["yolov5"])["AP50"]
    assert value is not None
    found = explained(trials, named, {"AP50": ReportedNumber(round(value, 2), 0.005)}, None)
    assert "yolov5" in [str(each) for each, _ in found.certain]
    assert (found.unproven, found.changed) == ([], 0)


def test_the_tool_makes_certain_what_is_unproven_without_it(trials: Trials) -> None:
    named = {name: rules for name, (_, rules) in rules_of_tools().items()}
    value = trials.metrics(Rules(crowd="plain"))["AP50"]
    assert value is not None
    said = "coco with crowds and ignored truths: plain"
    few, many = (
        explained(trials, named, {"AP50": ReportedNumber(value, half)}, tool)
        for half, tool in ((5e-4, None), (5e-9, "coco"))
    )
    assert said in [str(each) for each, _ in few.unproven]
    assert few.certain == []
    assert said in [str(each) for each, _ in many.certain]
    assert many.changed == 1


@pytest.mark.parametrize(
    ("value", "inside"), [(0.5, True), (0.75, True), (0.4375, False), (0.8125, False), (0.625, True)]
)
def test_a_number_is_explained_up_to_half_of_its_last_digit_on_both_sides(value, inside):
    """Of powers of two, so that the ends are exact: from .625 - .125 to .625 + .125."""
    search = SimpleNamespace(asked={"AP": (value, 0.125, 1)})
    assert _Search.within(search, {"AP": (0.625, 0.625)}) is inside  # type: ignore[arg-type]
    assert _Search.within(search, {"AP50": (0.625, 0.625)}) is False  # type: ignore[arg-type]
