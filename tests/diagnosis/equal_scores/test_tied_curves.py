from __future__ import annotations

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
