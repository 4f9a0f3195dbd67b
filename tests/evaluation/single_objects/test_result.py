"""The result of one object over time: frozen, and plain values for JSON."""

from __future__ import annotations

import dataclasses
import json

import pytest

from truebox.evaluation import SingleObjectResult, SingleObjectSequence, evaluate_single_object

STILL = [[0, 0, 10, 10]] * 2


def test_plain_values():
    result = evaluate_single_object(STILL, STILL, rules="lasot")
    held = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert held["rules"] == "lasot"
    assert held["metrics"] == dict(result.metrics)
    assert {name: len(values) for name, values in held["curves"].items()} == {
        "success": 21,
        "precision": 51,
        "normalized_precision": 51,
    }
    assert held["curves"].keys() == held["thresholds"].keys()
    (sequence,) = held["per_sequence"]
    assert (sequence["name"], sequence["length"], sequence["frames"]) == ("sequence", 2, 2)
    assert sequence["curves"] == held["curves"]


def test_no_frame_that_counts_is_none():
    held = evaluate_single_object(STILL[:1], STILL[:1], rules="got10k", resolution=(9, 9)).to_dict()
    assert held["metrics"] == held["per_sequence"][0]["metrics"] == {"AO": None, "SR.50": None, "SR.75": None}
    assert held["curves"] == {}


def test_it_is_frozen():
    result = evaluate_single_object(STILL, STILL, rules="otb")
    assert isinstance(result, SingleObjectResult)
    assert isinstance(result.per_sequence[0], SingleObjectSequence)
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.rules = "lasot"
