"""Rules by which tools differ: each alone does what its name says, by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.evaluation import Rules, by_rules, evaluate
from truebox.evaluation.protocols.mixture import recalls_of_lines, single_steps
from truebox.evaluation.states.quirks import Quirk

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

HERE, BESIDE, AWAY = [0.0, 0, 10, 10], [2.0, 0, 10, 10], [60.0, 60, 10, 10]


def a_truth(*boxes: list[float], crowd: int = -1) -> dict[str, Any]:
    rows = [
        {"id": n + 1, "image_id": 1, "category_id": 1, "bbox": b, "area": 100.0, "iscrowd": int(n == crowd)}
        for n, b in enumerate(boxes)
    ]
    images = [{"id": i, "width": 99, "height": 99} for i in (1, 2)]
    return {"images": images, "categories": [{"id": 1, "name": "cat"}], "annotations": rows}


def found(*rows: tuple[float, list[float], int]) -> list[dict[str, Any]]:
    return [{"image_id": i, "category_id": 1, "bbox": box, "score": score} for score, box, i in rows]


def value(truth: dict[str, Any], rows: list[dict[str, Any]], **rules: Any) -> tuple[float, float]:
    """AP50 and recall over all thresholds."""
    protocol = by_rules("mixture", "Mixture", "", Rules(**{"quirks": "none", **rules}))
    metrics = evaluate(truth, rows, protocol=protocol, fit_test=False).metrics
    return metrics["AP50"], metrics["AR"]


def test_false_detections_on_images_without_truth() -> None:
    truth, rows = a_truth(HERE), found((0.9, AWAY, 2), (0.8, HERE, 1))
    assert value(truth, rows)[0] == 0.5
    assert value(truth, rows, unlabelled_images="skipped")[0] == 1


def test_a_lowest_score_drops() -> None:
    truth, rows = a_truth(HERE), found((0.4, HERE, 1))
    assert value(truth, rows, lowest_score=0.4)[0] == 1
    assert value(truth, rows, lowest_score=0.41)[0] == 0


@pytest.mark.parametrize(("limit", "wanted"), [("class", 0), ("image", 0), ("none", 0.5)])
def test_a_limit_keeps_the_best(limit: str, wanted: float) -> None:
    truth, rows = a_truth(HERE), found((0.9, AWAY, 1), (0.8, HERE, 1))
    assert value(truth, rows, limit=limit, most=1)[0] == wanted


def test_coordinates() -> None:
    truth = a_truth([0, 0, 10.4, 10])
    rows = found((0.9, [0, 0, 10.0, 10], 1))
    assert value(truth, rows, coordinates="rounded")[1] == 1
    assert value(truth, rows)[1] == 1  # 10 / 10.4 is more than 0.95
    half = found((0.9, [0, 0, 10, 4.5], 1))
    assert value(a_truth(HERE), half)[0] == 0
    assert value(a_truth(HERE), half, coordinates="one wider")[0] == 1  # 11 x 5.5 of 11 x 11


@pytest.mark.parametrize(
    ("crowd", "wanted"), [("regions", 1), ("removed", 0.5), ("plain", 1), ("difficult", 1)]
)
def test_crowds(crowd: str, wanted: float) -> None:
    truth, rows = a_truth(AWAY, HERE, crowd=1), found((0.9, HERE, 1), (0.8, AWAY, 1))
    assert value(truth, rows, crowd=crowd)[0] == wanted
    if crowd == "plain":
        assert value(truth, found((0.8, AWAY, 1)), crowd=crowd)[1] == 0.5


def test_who_asks_first() -> None:
    truth = a_truth(HERE)
    rows = found((0.5, [0, 0, 10, 9], 1), (0.9, HERE, 1))
    assert value(truth, rows)[0] == 1
    assert value(truth, rows, first="file")[0] == 0.5  # the better score is the duplicate


def test_a_truth_that_is_taken() -> None:
    truth, rows = a_truth(HERE, BESIDE), found((0.9, HERE, 1), (0.8, [0.5, 0, 10, 10], 1))
    assert value(truth, rows)[0] == 1
    assert value(truth, rows, matching="best only")[0] < 0.6


def test_exactly_half() -> None:
    truth, rows = a_truth(HERE), found((0.9, [0, 0, 10, 5], 1))
    assert value(truth, rows)[0] == 1
    assert value(truth, rows, exceeds=True)[0] == 0


@pytest.mark.parametrize(
    ("curve", "wanted"),
    [
        ("101 points", 51 / 101),
        ("all points", 0.5),
        ("11 points", 6 / 11),
        ("101 lines", 0.495),
        ("101 lines, closed", 0.75),
    ],
)
def test_one_of_two_truths_under_every_curve(curve: str, wanted: float) -> None:
    assert value(a_truth(HERE, AWAY), found((0.9, HERE, 1)), curve=curve)[0] == pytest.approx(wanted)


def test_single_steps_are_rounded_once() -> None:
    steps = single_steps(0.5, 0.95, 10)
    assert np.abs(steps - np.linspace(0.5, 0.95, 10)).max() < 1e-7
    assert (steps == steps.astype(np.float32)).all()
    assert single_steps(0, 1, 101)[-1] == 1


def test_recalls_of_lines_weigh_the_ends_half() -> None:
    points = recalls_of_lines(Quirk.LAST_RECALL)
    assert len(points) == 200
    assert (points[0], points[-1]) == (0, 1)
    assert (recalls_of_lines(Quirk.NONE) > points).all()


def test_what_cannot_be_mixed_is_refused() -> None:
    with pytest.raises(ArgumentError, match="one wider are not compared in single precision"):
        by_rules("x", "X", "", Rules(overlap="single", coordinates="one wider"))
