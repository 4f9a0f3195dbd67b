"""Values that people make to say what they want refuse, field by field, what is none, and name the field.

Other public classes are answers: nobody makes them by hand, and `test_wild_arguments` asks of those only that
nothing but a Truebox error comes out.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from public_callables import FUNCTIONS, WILD

import truebox as tb
from truebox._other_kinds import other_kind
from truebox.errors import ArgumentError, TrueboxError
from truebox.evaluation import protocol_value

PARAMETERS = {
    "iou_thresholds": np.array([0.5]),
    "recall_thresholds": np.array([0.0, 0.5, 1.0]),
    "area_ranges": {"all": (0.0, 1e10)},
    "max_detections": (1, 10),
}
TRACKER = {"name": "A", "patience": 1, "exchanges": 0.1, "breaks": 0.1, "misses": 0.1, "ghosts": 0.1}


def made(name: str, base: dict[str, Any]) -> Callable[..., Any]:
    return lambda **given: FUNCTIONS[name](**{**base, **given})


def own_protocol(**given: Any) -> Any:
    """Its fields are looked at where it is given to an evaluation."""
    return protocol_value(replace(protocol_value("coco"), **{"name": "own", **given}))


OPTIONS: dict[str, Callable[..., Any]] = {
    "Box": made("Box", {"x_min": 0, "y_min": 0, "x_max": 1, "y_max": 1}),
    "Evaluator": made("Evaluator", {"categories": [1]}),
    "drawing.Theme": made("drawing.Theme", {}),
    "evaluation.CocoParameters": made("evaluation.CocoParameters", PARAMETERS),
    "evaluation.DetectionProtocol": own_protocol,
    "evaluation.MatchingPolicy": made("evaluation.MatchingPolicy", {}),
    "evaluation.Rules": made("evaluation.Rules", {}),
    "generation.Detector": partial(replace, tb.generation.DETECTORS[0]),
    "generation.ImaginaryTracker": made("generation.ImaginaryTracker", TRACKER),
    "tracking.ByteTracker": made("tracking.ByteTracker", {}),
    "tracking.IouTracker": made("tracking.IouTracker", {}),
    "tracking.OcSortTracker": made("tracking.OcSortTracker", {}),
    "tracking.SortTracker": made("tracking.SortTracker", {}),
}
ANYTHING = {
    ("Evaluator", "categories"),
    ("Evaluator", "box_format"),
    ("evaluation.DetectionProtocol", "name"),
}
"""A path, a truth, a mapping, a list, or nothing; what the first batch refuses; a name that is taken."""


@pytest.mark.parametrize("name", OPTIONS)
def test_a_field_of_another_kind_is_refused_by_its_name(name: str) -> None:
    kind, options = FUNCTIONS[name], OPTIONS[name]
    options()  # sound as it stands
    failed = []
    for field in inspect.signature(kind).parameters:
        for said, wild in WILD.items():
            value = wild()
            try:
                options(**{field: value})
            except TrueboxError as error:  # an InputError where the field holds data, such as ids of images
                named = field in str(error) or (name, field) in ANYTHING
                failed += [] if named else [f"{field}, {said}: {error}"]
            except Exception as error:
                failed.append(f"{field}, {said}: {error!r:.150}")
            else:
                odd = other_kind(kind, (), {field: wild()}) or (isinstance(value, float) and value != value)
                failed += [f"{field}, {said}: taken"] if odd and (name, field) not in ANYTHING else []
    assert failed == []


@pytest.mark.parametrize("name", [each for each in OPTIONS if each.startswith("tracking.")])
def test_thresholds_of_overlaps_and_counts_of_frames_are_possible_ones(name: str) -> None:
    fields = inspect.signature(FUNCTIONS[name]).parameters
    shares = [each for each in fields if each in ("iou_threshold", "match_threshold")]
    counts = [each for each in fields if each.startswith(("max_", "min_")) or each == "direction_frames"]
    assert shares
    assert counts
    for field in shares:
        for value in (-0.1, 1.1, 10**30):
            with pytest.raises(ArgumentError, match=f"{field}=.*: expected a number from 0 to 1"):
                OPTIONS[name](**{field: value})
    for field in counts:
        with pytest.raises(ArgumentError, match=f"{field}.*a whole number"):
            OPTIONS[name](**{field: -1})


@pytest.mark.parametrize("value", [float("nan"), "x", 3])
def test_an_unknown_layout_is_refused_with_the_first_batch(value: Any) -> None:
    entry = {"boxes": [[0, 0, 9, 9]], "labels": [1]}
    with pytest.raises(ArgumentError, match=f"box_format: {value!r} is unknown"):
        tb.Evaluator([1], box_format=value).update([entry], [entry | {"scores": [0.5]}])


def test_how_many_detections_is_a_number_that_fits() -> None:
    for value in (float("inf"), 1e30):
        with pytest.raises(
            ArgumentError, match=r"background=.*: expected a number of at least 0 and below 10\^9"
        ):
            OPTIONS["generation.Detector"](background=value)


@pytest.mark.parametrize("value", [None, "0.02", True, 0, -1.0, 1.5, float("nan")])
def test_a_boundary_without_a_width_is_none(value: Any) -> None:
    """None was taken for masks without a boundary, and called boundary AP."""
    mask = np.zeros((9, 9), dtype=bool)
    mask[2:6, 2:6] = True
    sides = [{"masks": [mask], "labels": [1]}], [{"masks": [mask], "labels": [1], "scores": [0.5]}]
    for ask in (
        lambda: tb.evaluate(*sides, geometry="boundary", dilation_ratio=value),
        lambda: tb.Evaluator([1], geometry="boundary", dilation_ratio=value),
    ):
        with pytest.raises(ArgumentError, match="dilation_ratio"):
            ask()
