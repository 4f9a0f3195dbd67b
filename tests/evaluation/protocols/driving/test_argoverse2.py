"""Argoverse 2 by hand: who finds what, errors, CDS, what is left out, and quirks."""

from __future__ import annotations

from math import pi
from typing import Any

import pytest

import truebox as tb
from truebox.datasets.formats.argoverse2.format import CLASSES as LISTED
from truebox.errors import ArgumentError
from truebox.evaluation.detection import evaluating
from truebox.evaluation.protocols.driving.argoverse2 import CLASSES

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

TRAILED = (100 + 1 / 2) / 101
"""A6: a hit, then a false one: at recall 1 the precision of the last counts."""

NAMES = ("tx_m", "ty_m", "tz_m", "length_m", "width_m", "height_m", "qw", "qx", "qy", "qz")


def table(*rows: dict[str, Any]) -> dict[str, list[Any]]:
    usual = dict(zip(NAMES, (0, 0, 0, 4, 2, 2, 1, 0, 0, 0), strict=True))
    usual |= {"timestamp_ns": 7, "log_id": "a", "category": "BUS", "num_interior_pts": 9, "score": 0.5}
    filled = [usual | row for row in rows]
    return {name: [row[name] for row in filled] for name in usual}


def bus(truth: list[Any], found: list[Any], **how: Any) -> Any:
    result = tb.evaluate(table(*truth), table(*found), protocol="argoverse2", **how)
    return next(each for each in result.per_class if each.name == "BUS")


def test_the_format_lists_the_same_classes() -> None:
    assert CLASSES == LISTED


def test_a_pair_must_be_nearer_than_the_distance_in_space() -> None:
    """At exactly 2 m, a third of it upward: found at 4 alone."""
    metrics = bus([{}], [{"tx_m": 4 / 3, "ty_m": 4 / 3, "tz_m": 2 / 3}]).metrics
    assert [metrics[f"AP[{each}m]"] for each in ("0.5", "1", "2", "4")] == pytest.approx([0, 0, 0, 1])
    assert (metrics["ATE"], metrics["ASE"], metrics["AOE"], metrics["CDS"]) == (2, 1, pi, 0)


def test_errors_and_cds() -> None:
    """1 m off, half the volume, a quarter turn: halves of all three."""
    half = 0.5**0.5
    metrics = bus([{}], [{"tz_m": 1, "width_m": 1, "qw": half, "qz": half}]).metrics
    assert (metrics["ATE"], metrics["ASE"], metrics["AOE"]) == pytest.approx((1, 0.5, pi / 2))
    assert (metrics["AP"], metrics["CDS"]) == pytest.approx((0.5, 0.25))


def test_the_most_confident_of_the_nearest_has_the_object() -> None:
    """A1: it is 1.5 m away, so that nothing finds it at 0.5 and 1 m."""
    found = [{"tx_m": 1.5, "score": 0.9}, {"tx_m": 0.1, "score": 0.8}]
    keys = [f"AP[{each}m]" for each in ("0.5", "1", "2", "4")]
    strict, mended = (bus([{}], found, mode=mode).metrics for mode in ("strict", "corrected"))
    assert [strict[key] for key in keys] == pytest.approx([0, 0, TRAILED, TRAILED])
    assert [mended[key] for key in keys] == pytest.approx([0.5, 0.5, TRAILED, TRAILED])


def test_strict_says_what_the_first_claim_costs() -> None:
    """A1 alone mended: the means of one class of 26, of the precision of the test above."""
    truth, found = table({}), table({"tx_m": 1.5, "score": 0.9}, {"tx_m": 0.1, "score": 0.8})
    result = tb.evaluate(truth, found, protocol="argoverse2")
    said = [each.message for each in result.warnings if each.code == "W-310" and " A1 " in f" {each.message}"]
    assert len(said) == 1
    assert f", AP {(0.5 + 0.5 + 2 * TRAILED) / 4 / 26:.6f} instead of" in said[0]


def test_a_fit_test_can_be_told_not_to_look(monkeypatch: Any) -> None:
    asked = []
    monkeypatch.setattr(evaluating, "refuse_misfit", lambda result, again: asked.append(result.protocol))
    bus([{}], [{"tx_m": 50}], fit_test=False)
    assert asked == []
    bus([{}], [{"tx_m": 50}])
    assert asked == ["argoverse2"]


def test_absent_classes_count() -> None:
    """A2: 25 of 26 classes have no object."""
    one = table({})
    strict, mended = (
        tb.evaluate(one, one, protocol="argoverse2", mode=m).metrics for m in ("strict", "corrected")
    )
    assert (strict["AP"], strict["ATE"], strict["CDS"]) == pytest.approx((1 / 26, 2 * 25 / 26, 1 / 26))
    assert (mended["AP"], mended["ATE"], mended["CDS"]) == pytest.approx((1, 0, 1))


def test_a_truth_without_any_object_that_counts_is_26_absent_classes() -> None:
    """A2: `summarize_metrics` of av2-api 0.3.6 leaves every class at its defaults: 0, 2, 1, pi, 0."""
    truth, found = table({"num_interior_pts": 0}), table({})
    strict = tb.evaluate(truth, found, protocol="argoverse2")
    keys = ("AP", "ATE", "ASE", "AOE", "CDS")
    assert [strict.metrics[key] for key in keys] == pytest.approx([0, 2, 1, pi, 0])
    assert strict.metrics["AP[2m]"] == 0
    corrected = tb.evaluate(truth, found, protocol="argoverse2", mode="corrected")
    assert [corrected.metrics[key] for key in keys] == [None] * 5


def test_a_whole_turn() -> None:
    """A3: half a turn, and just beyond it; the numbers are those of av2 0.3.6 with SciPy 1.17."""
    truth, found = [{"qw": 0, "qz": 1}], [{"qw": -2e-16, "qz": 1}]
    assert bus(truth, found).metrics["AOE"] == pytest.approx(pi)
    assert bus(truth, found, mode="corrected").metrics["AOE"] == pytest.approx(0, abs=1e-12)
    for same in ({"qw": -1e-17, "qz": 1}, {"qw": -0.0, "qz": 1}, {"qw": 0, "qz": -1}):
        assert bus(truth, [same]).metrics["AOE"] == 0


def test_of_equal_scores_the_first_of_the_file_asks_first() -> None:
    """A4."""
    found = [{"tx_m": 3}, {"tx_m": 0.1}]
    assert bus([{}], found).metrics["AP[0.5m]"] == 0
    assert bus([{}], found[::-1]).metrics["AP[0.5m]"] == pytest.approx(TRAILED)


def test_nothing_is_rounded() -> None:
    """A5: one of three, found first."""
    truth = [{}, {"tx_m": 50}, {"tx_m": 100}]
    assert bus(truth, [{}]).metrics["AP"] == pytest.approx(34 / 101, abs=1e-12)


@pytest.mark.parametrize(
    ("row", "count"),
    [
        ({"num_interior_pts": 0}, 0),
        ({"num_interior_pts": 1}, 1),
        ({"tx_m": 90, "ty_m": 120}, 0),
        ({"tx_m": 90, "ty_m": 119.9}, 1),
        ({"category": "ANIMAL"}, 0),
    ],
)
def test_who_counts(row: Any, count: int) -> None:
    assert bus([row], [{}]).truths == count


def test_the_best_hundred_of_a_sweep_and_class() -> None:
    """The object of its own is the last; those beyond 150 m are none of the hundred."""
    truth = [{}, {"tx_m": 40}]
    found = [{"tx_m": 50, "score": 0.9 - k / 1000} for k in range(100)]
    far = [{"tx_m": 160, "score": 0.99} for _ in range(5)]
    assert bus(truth, [*far, *found, {"score": 0.1}]).metrics["AP[4m]"] == 0
    assert bus(truth, [*far, *found[1:], {"score": 0.1}]).metrics["AP[4m]"] == pytest.approx(51 / 101 / 100)


def test_boxes_of_pictures_are_refused() -> None:
    flat = [{"boxes": [[0, 0, 9, 9]], "labels": ["BUS"]}]
    with pytest.raises(ArgumentError, match="boxes in space"):
        tb.evaluate(flat, [flat[0] | {"scores": [0.5]}], protocol="argoverse2")


def test_no_map_is_said() -> None:
    findings = tb.evaluate(table({}), table({}), protocol="argoverse2").warnings
    assert any(each.code == "W-313" and "eval_only_roi_instances" in each.message for each in findings)


def test_what_else_is_annotated_may_be_detected_anywhere() -> None:
    """The kit leaves out rows of classes that are not of the task; here no sweep has such an object."""
    found = [{}, {"category": "ANIMAL", "tx_m": 3}]
    assert bus([{}], found).metrics == bus([{}], [{}]).metrics
