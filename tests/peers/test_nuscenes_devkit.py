"""nuScenes devkit, master at d9de17a, ``detection/tests/test_algo.py`` and ``test_utils.py``, as facts.

AP and errors are means over 101 steps of recall, the wanted values areas under straight lines: within .01.
"""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import Any

import numpy as np
import pytest

import truebox as tb

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def box(
    where: Any, score: float | None = None, *, size: Any = (1, 1, 1), name: str = "car", **other: Any
) -> dict[str, Any]:
    made = {"translation": list(where), "size": list(size), "rotation": [1, 0, 0, 0], "velocity": [0, 0]}
    made |= {
        "detection_name": name,
        "attribute_name": "vehicle.parked" if name == "car" else "cycle.with_rider",
    }
    return made | other | ({} if score is None else {"detection_score": score})


def car(truth: dict[str, list[Any]], found: dict[str, list[Any]]) -> Any:
    sides = ({"meta": {}, "results": held} for held in (truth, found))
    result = tb.evaluate(*sides, protocol="nuscenes")
    return next(each.metrics for each in result.per_class if each.name == "car")


FIRST, SECOND = (1, 1, 1), (3, 3, 1)


@pytest.mark.parametrize(
    ("truth", "found", "published"),
    [
        ([FIRST], [(FIRST, 1.0)], 1),
        ([FIRST, SECOND], [(FIRST, 1.0)], 0.4 / 0.9),
        ([FIRST], [(FIRST, 1.0), (SECOND, 0.7)], 1),
        ([SECOND], [(FIRST, 1.0), (SECOND, 0.7)], 0.8 * 0.4 / 2 / (0.9 * 0.9)),
        ([FIRST], [(FIRST, 1.0), ((5, 5, 1), 1.0, "bicycle")], 1),
        ([FIRST], [], 0),
    ],
)
def test_average_precision(truth, found, published):
    scored = [box(where, score, name=(*name, "car")[0]) for where, score, *name in found]
    assert car({"a": [box(where) for where in truth]}, {"a": scored})["AP[2m]"] == pytest.approx(
        published, abs=0.01
    )


@pytest.mark.parametrize(
    ("second_truth", "second_found", "published"),
    [([SECOND], [(SECOND, 0.7)], 1), ([], [], 1), ([SECOND], [], 0.4 / 0.9)],
)
def test_average_precision_of_two_samples(second_truth, second_found, published):
    truth = {"a": [box(FIRST)], "b": [box(where) for where in second_truth]}
    found = {"a": [box(FIRST, 1.0)], "b": [box(where, score) for where, score in second_found]}
    assert car(truth, found)["AP[2m]"] == pytest.approx(published, abs=0.01)


ERRORS = ("ATE", "ASE", "AOE", "AVE", "AAE")


def test_errors_without_and_with_a_perfect_match():
    assert [car({"a": [box(FIRST)]}, {"a": [box(SECOND, 1.0)]})[key] for key in ERRORS] == [1] * 5
    found = car({"a": [box(FIRST)]}, {"a": [box(FIRST, 1.0, name="bicycle")]})
    assert [found[key] for key in ERRORS] == [1] * 5
    for score in (1.0, 0.3):
        found = car({"a": [box(FIRST)]}, {"a": [box(FIRST, score)]})
        assert [found[key] for key in ERRORS] == pytest.approx([0] * 5, abs=1e-12)


G1, G2, G3 = box((1, 1, 1)), box((10, 10, 1), size=(2, 2, 2)), box((20, 20, 1), size=(2, 4, 2))
P1, P2 = box((1, 1, 1), 1.0), box((11, 10, 1), 0.9, size=(2, 2, 2))
FALSE, P4, P5 = (
    box((100, 10, 1), 0.8, size=(2, 2, 2)),
    box((20, 20, 1), 0.7, size=(2, 4, 2)),
    box((21, 20, 1), 0.7, size=(2, 4, 2)),
)


@pytest.mark.parametrize(
    ("truth", "found", "published"),
    [
        ([G2], [P2], 1),
        ([G1, G2], [P1, P2], 0.25 / 1.8),
        ([G1, G2], [P1, P2, FALSE], 0.25 / 1.8),
        ([G1, G2, G3], [P1, P2, P4], (0.25 + 0.415) / 2.7),
        ([G2, G3], [P2, P5], 1),
    ],
)
def test_error_of_place(truth, found, published):
    assert car({"a": truth}, {"a": found})["ATE"] == pytest.approx(published, abs=0.01)
    if len(truth) == len(found) > 1:
        apart = ({str(k): [each] for k, each in enumerate(side)} | {"empty": []} for side in (truth, found))
        assert car(*apart)["ATE"] == pytest.approx(published, abs=0.01)


@pytest.mark.parametrize(
    ("true", "found", "shared"),
    [((4, 4, 4), (4, 4, 4), 1), ((2, 2, 2), (1, 1, 1), 1 / 8), ((1, 1, 1), (2, 2, 2), 1 / 8),
     ((0.96, 0.37, 0.69), (0.32, 0.01, 0.39), 0.00509204)],
)  # fmt: skip
def test_error_of_size(true, found, shared):
    metrics = car({"a": [box(FIRST, size=true)]}, {"a": [box(FIRST, 1.0, size=found)]})
    assert metrics["ASE"] == pytest.approx(1 - shared, abs=5e-8)


@pytest.mark.parametrize(
    ("true", "found", "published"),
    [
        (pi / 8, pi / 8, 0),
        (1.1 * pi, 0.9 * pi, 0.2 * pi),
        *((0, yaw, abs(yaw)) for yaw in np.linspace(-3, 3, 7)),
    ],
)
def test_error_of_direction(true, found, published):
    turned = ([cos(yaw / 2), 0, 0, sin(yaw / 2)] for yaw in (true, found))
    sides = {"a": [box(FIRST, rotation=next(turned))]}, {"a": [box(FIRST, 1.0, rotation=next(turned))]}
    assert car(*sides)["AOE"] == pytest.approx(published, abs=1e-9)


def test_error_of_direction_about_another_axis():
    """A box turned by pi / 8 about z, and one about y, which does not turn its heading."""
    half = pi / 16
    truth = box(FIRST, rotation=[cos(half), 0, 0, sin(half)])
    found = box(FIRST, 1.0, rotation=[cos(half), 0, sin(half), 0])
    assert car({"a": [truth]}, {"a": [found]})["AOE"] == pytest.approx(pi / 8, abs=1e-9)


@pytest.mark.parametrize(
    ("true", "found", "published"),
    [((4, 4), (4, 4), 0), ((-1, -1), (1, 1), sqrt(8)), ((8.2, 1.4), (6.4, -9.4), sqrt(1.8**2 + 10.8**2))],
)
def test_error_of_velocity(true, found, published):
    sides = {"a": [box(FIRST, velocity=list(true))]}, {"a": [box(FIRST, 1.0, velocity=list(found))]}
    assert car(*sides)["AVE"] == pytest.approx(published, abs=1e-9)


def test_error_of_attribute():
    moving = box(FIRST, 1.0, attribute_name="vehicle.moving")
    assert car({"a": [box(FIRST)]}, {"a": [moving]})["AAE"] == 1
    assert car({"a": [box(FIRST)]}, {"a": [box(FIRST, 1.0)]})["AAE"] == 0
