"""Differences for the page are those of `compare`."""

from __future__ import annotations

import functools
import json
import warnings

import pytest

from truebox.diagnosis import compare
from truebox.errors import TrueboxWarning
from truebox.evaluation import Result, evaluate
from truebox.generation import make_world
from truebox.report.page import comparison_data as module
from truebox.report.page.comparison_data import comparison_data


@functools.cache
def two_results() -> tuple[Result, Result]:
    world = make_world(20, seed=3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrueboxWarning)
        first, second = (evaluate(world.truth, found) for found in world.predictions)
    return first, second


def test_it_says_what_compare_says() -> None:
    (pair,) = comparison_data(two_results(), 100)
    wanted = compare(*two_results(), replicates=100).pairs[0]
    assert (pair["first"], pair["second"]) == ("A", "B")
    for row in pair["metrics"]:
        assert row["value"] == wanted.metrics[row["key"]].value
        assert row["verdict"] == wanted.metrics[row["key"]].verdict
    assert [each["name"] for each in pair["classes"]] == [each.name for each in wanted.per_class]
    assert pair["lost"] == [mover.to_dict() for mover in wanted.movers.lost]
    assert pair["better"] + pair["worse"] + pair["same"] + pair["without_truth"] == 20
    assert json.dumps(pair, allow_nan=False)


def test_nothing_to_compare() -> None:
    assert comparison_data(two_results()[:1], 1000) == []
    assert comparison_data(two_results(), 99) == []


def test_a_known_comparison_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    known = compare(*two_results(), replicates=100)
    wanted = comparison_data(two_results(), 100)
    monkeypatch.setattr(module, "compare", None)
    assert comparison_data(two_results(), 100, None, known) == wanted


def test_a_comparison_of_other_results_is_not_taken() -> None:
    first, second = two_results()
    other = compare(second, first, replicates=100)
    assert comparison_data([first, second], 100, None, other) == comparison_data([first, second], 100)
