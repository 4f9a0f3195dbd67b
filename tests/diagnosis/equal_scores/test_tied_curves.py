from __future__ import annotations

import random
from itertools import permutations

import numpy as np
import pytest

from truebox._native import resampling as native
from truebox.diagnosis import ties
from truebox.errors import ArgumentError

RECALLS = np.linspace(0, 1, 101)


def by_hand(outcomes, truths):
    """101-point AP of hits (1) and misses (0) in this order."""
    hits = np.cumsum(outcomes)
    precision = hits / (np.arange(len(outcomes)) + 1)
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    places = np.searchsorted(hits / truths, RECALLS)
    return float(np.mean([envelope[p] if p < len(envelope) else 0.0 for p in places]))


def words(bits):
    return np.array(bits, dtype=np.uint64)


def bounds(scores, hits, truths):
    hits = words(hits)
    misses = 1 - hits
    best, worst, nested = np.zeros((1, 1)), np.zeros((1, 1)), np.zeros(1, dtype=np.uint8)
    native.bound_ties(
        np.array(scores), np.array([0, len(scores)]), np.array([truths]), RECALLS, 0.0, hits, misses, hits,
        misses, best, worst, nested, 1,
    )  # fmt: skip
    return worst[0, 0], best[0, 0]


@pytest.mark.parametrize("hits", [[1, 0, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1, 0, 1]])
def test_bounds_are_the_extremes_of_all_orders(hits):
    values = [by_hand(order, 4) for order in set(permutations(hits))]
    worst, best = bounds([0.5] * len(hits), hits, 4)
    assert worst == pytest.approx(min(values))
    assert best == pytest.approx(max(values))


def test_only_equal_scores_change_places():
    worst, best = bounds([0.9, 0.5, 0.5], [0, 1, 0], 2)
    assert worst == pytest.approx(by_hand([0, 0, 1], 2))
    assert best == pytest.approx(by_hand([0, 1, 0], 2))


def test_keys_order_equal_scores():
    hits = words([1, 0, 0, 1])
    out = np.zeros((1, 1))
    scores, keys = np.array([0.5, 0.5, 0.9, 0.5]), np.array([0.3, 0.1, 0.9, 0.2])
    native.order_ties(
        scores, np.array([0, 4]), np.array([2]), RECALLS, 0.0, keys, hits, 1 - hits, out, 1
    )  # fmt: skip
    assert out[0, 0] == pytest.approx(by_hand([0, 0, 1, 1], 2))


@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**32, 2**32 + 1, 2**63 - 1, *range(10, 30)])
def test_draws_are_those_of_numpy(seed):
    reference, draws = np.random.default_rng(seed), native.NumpyDraws(seed)
    chance = random.Random(seed)
    for count in (1, 7, 0, 20, 3, 40):
        drawn = np.empty(count)
        draws.random(drawn)
        assert drawn.tolist() == reference.random(count).tolist()
        low = np.array([chance.randrange(5) for _ in range(count)], dtype=np.int64)
        wide = [chance.choice([1, 2, 3, 24, 1000, 2**31 + 5, 2**32 - 1, 2**32]) for _ in range(count)]
        high, found = low + np.array(wide, dtype=np.int64), np.empty(count, dtype=np.int64)
        draws.integers(low, high, found)
        assert found.tolist() == reference.integers(low, high).tolist()


@pytest.mark.parametrize(("low", "high"), [(1, 1), (2, 1), (-1, 1), (0, 2**32 + 1)])
def test_draws_refuse_bounds_that_do_not_ascend(low, high):
    with pytest.raises(ValueError, match="bounds"):
        native.NumpyDraws(0).integers(np.array([low]), np.array([high]), np.empty(1, dtype=np.int64))


def test_thresholds_that_want_different_orders_are_not_nested():
    best, worst, nested = np.zeros((1, 2)), np.zeros((1, 2)), np.zeros(1, dtype=np.uint8)
    crossed, nested_hits = words([1, 2]), words([3, 1])
    for hits, expected in ((crossed, 0), (nested_hits, 1)):
        native.bound_ties(
            np.array([0.5, 0.5]), np.array([0, 2]), np.array([2]), RECALLS, 0.0, hits, 3 - hits, hits,
            3 - hits, best, worst, nested, 1,
        )  # fmt: skip
        assert nested[0] == expected


@pytest.mark.parametrize("orders", [0, 1, 10_001, 24.0, True])
def test_orders_are_enough_and_not_too_many(made, orders):
    with pytest.raises(ArgumentError, match="orders: expected a whole number from 2 to 10,000"):
        ties(made, orders=orders)
