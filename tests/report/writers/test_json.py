"""The JSON document: the keys of the design, and text that is the same on every run."""

from __future__ import annotations

import json
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_results import (
    MadeResult,
    make_hostile,
    make_many,
    make_predictions,
    make_truth,
    make_undefined,
)

from truebox import evaluate
from truebox.errors import ArgumentError
from truebox.generation import make_dataset
from truebox.report import to_json
from truebox.report.writers.json import _on_one_line


def test_several_files_become_one_document() -> None:
    document = json.loads(to_json([make_many(2), make_many(2, predictions=make_predictions("b.json"))]))
    assert document["format_version"] == 1
    assert [entry["name"] for entry in document["results"]] == ["predictions.json", "b.json"]


@pytest.mark.parametrize("result", [make_many(3), make_hostile(), make_undefined(), MadeResult()])
def test_it_reads_back_to_what_the_result_says(result: MadeResult) -> None:
    assert json.loads(to_json(result)) == result.to_dict()


def test_undefined_is_null() -> None:
    entry = json.loads(to_json(make_undefined()))["results"][0]
    assert entry["metrics"]["APs"] is None
    assert entry["undefined"]["APs"] == "no truth of small size"


def test_a_class_has_its_own_line() -> None:
    lines = to_json(make_many(500)).splitlines()
    assert sum(line.strip().startswith('{"id": ') for line in lines) == 500


def test_the_text_is_ascii_and_harmless() -> None:
    text = to_json(make_hostile())
    assert text.isascii()
    assert text.endswith("}\n")
    assert "\x1b" not in text


def test_nan_is_refused_rather_than_written() -> None:
    with pytest.raises(ValueError, match="Out of range float"):
        to_json(MadeResult(metrics={"AP": float("nan")}))


def test_results_of_different_modes_do_not_mix() -> None:
    with pytest.raises(ArgumentError, match="differ in their protocol"):
        to_json([MadeResult(), MadeResult(mode="corrected")])


def test_results_of_two_truths_do_not_mix() -> None:
    with pytest.raises(ArgumentError, match="differ in their truth"):
        to_json([MadeResult(), MadeResult(truth=make_truth(images=99))])


def test_results_of_two_geometries_each_say_their_rules() -> None:
    document = json.loads(to_json([WithGeometry(geometry="boxes"), WithGeometry(geometry="masks")]))
    assert [entry["protocol"]["geometry"] for entry in document["results"]] == ["boxes", "masks"]
    with pytest.raises(ArgumentError, match="differ in their protocol"):
        to_json([WithGeometry(), WithGeometry(geometry="masks"), WithGeometry(mode="corrected")])


class WithGeometry(MadeResult):
    def to_dict(self) -> dict[str, Any]:
        document = super().to_dict()
        document["protocol"]["geometry"] = self.geometry
        return document


def test_gates_of_several_results_stand_in_one_list() -> None:
    assert json.loads(to_json([Gated("AP=.4"), Gated("AP=.5")]))["gates"] == ["AP=.4", "AP=.5"]


class Gated(MadeResult):
    def __init__(self, gate: str) -> None:
        super().__init__()
        self.gate = gate

    def to_dict(self) -> dict[str, Any]:
        return super().to_dict() | {"gates": [self.gate]}


def test_no_result_is_refused() -> None:
    with pytest.raises(ArgumentError, match="at least one"):
        to_json([])


def test_a_real_document_says_the_published_version() -> None:
    truth, found = make_dataset(2, 2, seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        document = json.loads(to_json(evaluate(truth, found)))
    assert document["format_version"] == 1


PLAIN = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text(),
    st.sampled_from([0.1, -0.0, 1e300, 5e-324, 'a"b', "\\", "\x7f", "é", "\ud800", np.float64(0.1)]),
)  # fmt: skip
VALUES = st.recursive(PLAIN, lambda held: st.lists(held) | st.dictionaries(st.text(), held), max_leaves=20)


@given(value=VALUES)
def test_a_line_is_what_json_writes(value: Any) -> None:
    assert _on_one_line(value) == json.dumps(value, allow_nan=False)


@pytest.mark.parametrize("value", [{1: 2}, {None: 1}, {True: 0.5}, (1, (2.5,)), [], {}, ""])
def test_keys_and_tuples_are_written_as_json_does(value: Any) -> None:
    assert _on_one_line(value) == json.dumps(value)


@pytest.mark.parametrize("value", [[float("inf")], {"a": float("nan")}])
def test_what_is_not_finite_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="Out of range float"):
        _on_one_line(value)
