"""Nodules and marks by hand."""

from __future__ import annotations

from typing import Any

import pytest

import truebox as tb
from truebox.errors import ArgumentError

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def table(*rows: tuple[Any, ...], last: str, **more: Any) -> dict[str, Any]:
    names = ("seriesuid", "coordX", "coordY", "coordZ", last)
    return {name: [row[k] for row in rows] for k, name in enumerate(names)} | more


def shares(truth: Any, *marks: tuple[Any, ...], mode: Any = "strict") -> dict[str, float]:
    return tb.evaluate(truth, table(*marks, last="probability"), protocol="luna16", mode=mode).metrics


NODULES = table(("a", 0, 0, 0, 10), ("b", 50, 0, 0, 4), last="diameter_mm", scans=["a", "b", "c", "d"])


def test_the_radius_itself_is_too_far() -> None:
    assert shares(NODULES, ("a", 5, 0, 0, 0.9))["S[8]"] == 0
    assert shares(NODULES, ("a", 4.999, 0, 0, 0.9))["S[8]"] == 0.5
    assert shares(NODULES, ("a", 3, 3, 3, 0.9))["S[8]"] == 0  # 27 is more than 25


def test_further_marks_on_a_nodule_are_not_counted_and_the_most_certain_is() -> None:
    found = shares(
        NODULES, ("a", 0, 0, 0, 0.3), ("c", 0, 0, 0, 0.5), ("a", 1, 0, 0, 0.9), ("b", 50, 0, 0, 0.4)
    )
    # One false mark in four scans: a before it, b behind it.
    assert found["S[1/8]"] == 0.5
    assert found["S[1/4]"] == 1.0
    assert found["CPM"] == pytest.approx((0.5 + 6) / 7)


def test_marks_on_irrelevant_findings_are_neither_and_an_unknown_diameter_is_10_mm() -> None:
    """L2."""
    truth = table(("a", 0, 0, 0, 10), ("b", 50, 0, 0, -1), last="diameter_mm", excluded=[0, 1])
    for x, share in ((54.9, 1.0), (55.0, 0.75)):  # the latter is one false mark in two scans before the hit
        found = shares(truth, ("b", x, 0, 0, 0.9), ("a", 0, 0, 0, 0.5))
        assert found["S[1/2]"] == 1.0
        assert found["S[1/4]"] == (1.0 if share == 1.0 else 0.0)


def test_equals_of_the_101st_mark_are_left_out_with_it() -> None:
    """L1: nothing is above the probability of the 101st."""
    marks = [("a", 0, 0, 0, 0.5), *[("a", 300 + k, 0, 0, 0.5) for k in range(100)]]
    truth = table(("a", 0, 0, 0, 10), last="diameter_mm", scans=["a", *map(str, range(99))])
    assert shares(truth, *marks)["S[1]"] == 0
    assert shares(truth, *marks, mode="corrected")["S[1]"] == 1  # 99 false marks in 100 scans
    assert shares(truth, *marks[:100])["S[1]"] == 1


def test_nothing_found_is_zero() -> None:
    """L3."""
    assert shares(NODULES, ("c", 0, 0, 0, 0.5))["CPM"] == 0
    assert shares(NODULES)["CPM"] == 0


def test_a_mark_within_two_nodules_finds_both() -> None:
    """L4."""
    truth = table(("a", 0, 0, 0, 10), ("a", 2, 0, 0, 10), last="diameter_mm")
    assert shares(truth, ("a", 1, 0, 0, 0.9))["CPM"] == 1


def test_boxes_of_pictures_are_refused() -> None:
    box = {"boxes": [[0, 0, 9, 9]], "labels": ["nodule"]}
    with pytest.raises(ArgumentError, match="evaluates marks of findings"):
        tb.evaluate([box], [box | {"scores": [0.5]}], protocol="luna16")


def test_intervals_of_scans() -> None:
    """Each scan has one nodule; half of them are found, so that shares of draws lie about one half."""
    scans = [f"{k}" for k in range(20)]
    truth = table(*[(scan, 0, 0, 0, 10) for scan in scans], last="diameter_mm")
    marks = table(*[(scan, 0, 0, 0, 0.9) for scan in scans[:10]], last="probability")
    held = tb.diagnosis.intervals(tb.evaluate(truth, marks, protocol="luna16"), seed=0).metrics["CPM"]
    assert held.value == 0.5
    assert held.low is not None
    assert held.high is not None
    assert 0.2 < held.low < 0.4  # a binomial of 20: 0.5 -+ 0.22
    assert 0.6 < held.high < 0.8
