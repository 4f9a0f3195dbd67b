"""Curves of misses, and the mean of their logarithm, by hand."""

from __future__ import annotations

import pickle
from math import exp, log

import numpy as np
import pytest

from truebox.evaluation import ClassOutcomes
from truebox.evaluation.protocols.pedestrians.miss_rate import (
    FOUR_DECIMALS,
    log_average,
    miss_curve,
    misses_at,
)


def outcomes(marks: str, truths: int, images: int) -> ClassOutcomes:
    """By falling score: h a hit, f false, i ignored."""
    hit, false = (np.array([[mark == sign] for mark in marks], dtype=bool).reshape(-1, 1) for sign in "hf")
    count = len(marks)
    return ClassOutcomes(
        score=np.linspace(1, 0, count),
        image=np.zeros(count, np.int32),
        row=np.arange(count),
        hit=hit,
        false=false,
        truths=truths,
        images=images,
    )


def test_the_curve_leaves_out_what_is_ignored() -> None:
    alarms, misses = miss_curve(outcomes("ihfih", 4, 10))
    assert alarms.tolist() == [0.0, 0.1, 0.1]
    assert misses.tolist() == [0.75, 0.75, 0.5]


def test_the_last_point_within_a_reference() -> None:
    found = outcomes("hfh", 4, 10)
    assert misses_at(found, np.array([0.05, 0.1, 1.0]), beyond=1.0).tolist() == [0.75, 0.5, 0.5]


def test_beyond_every_reference_the_end_or_nothing() -> None:
    found = outcomes("fh", 2, 4)  # the first false positive is 0.25 an image
    assert misses_at(found, np.array([0.1]), beyond=None).tolist() == [0.5]
    assert misses_at(found, np.array([0.1]), beyond=1.0).tolist() == [1.0]


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("beyond", [None, 1.0])
def test_what_is_read_at_references_stands_on_the_curve(seed: int, beyond: float | None) -> None:
    rng = np.random.default_rng(seed)
    marks = "".join(rng.choice(list("hfi"), rng.integers(0, 30), p=[0.4, 0.4, 0.2]))
    found = outcomes(marks, 1 + marks.count("h"), int(rng.integers(1, 12)))
    expected = []
    alarms, misses = (each.tolist() for each in miss_curve(found))
    for reference in FOUR_DECIMALS:
        within = [miss for alarm, miss in zip(alarms, misses, strict=True) if alarm <= reference]
        last = misses[-1] if misses and beyond is None else 1.0
        expected.append(within[-1] if within else last)
    assert misses_at(found, FOUR_DECIMALS, beyond=beyond).tolist() == expected


def test_the_geometric_mean() -> None:
    found = outcomes("hfh", 4, 4)  # 0.75 below a quarter of a false positive, then a half
    value = log_average(FOUR_DECIMALS)([found])[0]
    assert value == pytest.approx(exp((6 * log(0.75) + 3 * log(0.5)) / 9), abs=1e-15)


def test_nothing_missed_is_zero_or_the_least() -> None:
    perfect = outcomes("h", 1, 1)
    assert log_average(FOUR_DECIMALS)([perfect]).tolist() == [0.0]
    assert log_average(FOUR_DECIMALS, least=1e-10)([perfect])[0] == pytest.approx(1e-10)


def test_without_truth_or_detections() -> None:
    none, empty = outcomes("f", 0, 3), outcomes("", 2, 3)
    assert np.isnan(log_average(FOUR_DECIMALS)([none])[0])
    assert log_average(FOUR_DECIMALS)([empty]).tolist() == [1.0]


def test_measures_of_one_rule_are_one() -> None:
    one, other = log_average(FOUR_DECIMALS), log_average(FOUR_DECIMALS, beyond=None)
    assert pickle.loads(pickle.dumps(one)) == one
    assert hash(one) == hash(log_average(FOUR_DECIMALS))
    assert one != other
