"""An option that only one geometry heeds is refused where another is evaluated, as typed and as called."""

from __future__ import annotations

from typing import Any

import click
import pytest

import truebox
from truebox._writing.spoken import on_command_line
from truebox.cli.options.protocols import refuse_of_other_geometry
from truebox.errors import ArgumentError
from truebox.evaluation.other_geometry import heeded, refuse_of_others

BOX = {"image_id": 1, "category_id": 1, "bbox": [10, 20, 30, 40]}
POINTS = {"keypoints": [12, 22, 2, 30, 40, 2], "num_keypoints": 2}
TRUTH = {
    "images": [{"id": 1, "width": 64, "height": 64}],
    "annotations": [{"id": 1, "area": 1200, "iscrowd": 0, **BOX, **POINTS}],
    "categories": [{"id": 1, "name": "cat"}],
}
FOUND = [{"score": 0.9, **BOX, "keypoints": [13, 22, 2, 30, 41, 2]}]
CASES: list[tuple[dict[str, Any], list[str]]] = [
    ({"sigmas": (0.1, 0.1)}, ["boxes"]),
    ({"sigmas": (0.1, 0.1)}, ["boxes", "masks"]),
    ({"dilation_ratio": 0.1}, ["masks"]),
    ({"dilation_ratio": 1}, ["keypoints"]),
    ({"sigmas": (0.1, 0.1), "dilation_ratio": 0.1}, ["keypoints"]),
]


@pytest.mark.parametrize(("given", "geometries"), CASES)
def test_both_sides_refuse_with_the_same_words(given: dict[str, Any], geometries: list[str]) -> None:
    with pytest.raises(click.UsageError) as typed:
        refuse_of_other_geometry(given, geometries)
    with pytest.raises(ArgumentError) as called:
        refuse_of_others(given, geometries)
    with on_command_line():
        assert str(called.value) == f"{typed.value.message} Fix: leave it out."


@pytest.mark.parametrize(("given", "geometries"), CASES)
def test_evaluate_and_the_evaluator_refuse(given: dict[str, Any], geometries: list[str]) -> None:
    with pytest.raises(ArgumentError, match=r"= goes with geometry='(keypoints|boundary)', and .* evaluated"):
        truebox.evaluate(TRUTH, FOUND, geometry=geometries, **given)
    with pytest.raises(ArgumentError, match="= goes with geometry="):
        truebox.evaluate(TRUTH, FOUND, geometry=geometries[0], **given)
    with pytest.raises(ArgumentError, match="= goes with geometry="):
        truebox.Evaluator(categories=[1], geometry=geometries[0], **given)


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_of_several_geometries_one_that_heeds_it_is_enough() -> None:
    both = truebox.evaluate(TRUTH, FOUND, geometry=["boxes", "keypoints"], sigmas=[0.1, 0.1])
    alone = truebox.evaluate(TRUTH, FOUND, geometry="keypoints", sigmas=[0.1, 0.1])
    assert both["keypoints"].metrics == alone.metrics
    assert both["boxes"].metrics == truebox.evaluate(TRUTH, FOUND).metrics


def test_an_unknown_geometry_and_a_usual_value_are_nobodys_business() -> None:
    refuse_of_others({"sigmas": None, "dilation_ratio": 0.02}, ["boxes"])
    with pytest.raises(ArgumentError, match="'box' is unknown"):
        truebox.evaluate(TRUTH, FOUND, geometry="box", sigmas=[0.1])  # type: ignore[call-overload]
    assert heeded({"sigmas": (1,)}, "boxes") == {"sigmas": None, "dilation_ratio": 0.02, "geometry": "boxes"}
