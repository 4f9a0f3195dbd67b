"""Optimal matching: by hand, against every permutation, and by its laws; scipy is asked in tests/parity."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truebox.errors import ArgumentError
from truebox.matching import match_optimal


def pairs(matches):
    return list(zip(matches.rows.tolist(), matches.columns.tolist(), strict=True))


def total(cost, matches):
    return float(np.asarray(cost, float)[matches.rows, matches.columns].sum())


def best_by_trying_all(cost, gate=np.inf):
    """(number of pairs, total): most pairs first, then the smallest total."""
    rows, columns = cost.shape
    for size in range(min(rows, columns), 0, -1):
        totals = [
            sum(cost[i, j] for i, j in zip(some, chosen, strict=True))
            for some in combinations(range(rows), size)
            for chosen in permutations(range(columns), size)
            if all(cost[i, j] <= gate and cost[i, j] < np.inf for i, j in zip(some, chosen, strict=True))
        ]
        if totals:
            return size, min(totals)
    return 0, 0.0


def test_a_textbook_matrix():
    # Known from scipy's documentation of linear_sum_assignment: total 5.
    cost = [[4, 1, 3], [2, 0, 5], [3, 2, 2]]
    matches = match_optimal(cost)
    assert pairs(matches) == [(0, 1), (1, 0), (2, 2)]
    assert total(cost, matches) == 5


def test_greedy_would_lose():
    assert pairs(match_optimal([[0.9, 0.8], [0.8, 0.1]], maximize=True)) == [(0, 1), (1, 0)]


def test_leftovers_on_the_longer_side():
    tall = match_optimal([[1, 5], [2, 9], [0, 3]])
    assert pairs(tall) == [(0, 0), (2, 1)]
    assert tall.unmatched_rows.tolist() == [1]
    assert tall.unmatched_columns.tolist() == []
    wide = match_optimal([[1, 2, 0], [5, 9, 3]])
    assert pairs(wide) == [(0, 0), (1, 2)]
    assert wide.unmatched_columns.tolist() == [1]


def test_a_gate_forbids_and_an_equal_cost_passes():
    matches = match_optimal([[0.2, 0.9], [0.9, 0.6]], gate=0.6)
    assert pairs(matches) == [(0, 0), (1, 1)]
    assert pairs(match_optimal([[0.2, 0.9], [0.9, 0.6]], gate=0.59)) == [(0, 0)]
    assert pairs(match_optimal([[0.8, 0.1], [0.1, 0.4]], gate=0.4, maximize=True)) == [(0, 0), (1, 1)]


@pytest.mark.parametrize("gate", [5, 5.0, np.float64(5), np.float32(5), np.int64(5)])
@pytest.mark.parametrize("maximize", [False, True])
def test_a_gate_is_the_same_of_every_kind_of_number(gate, maximize):
    cost = np.random.default_rng(3).integers(0, 10, (6, 9)).astype(float)
    worth = cost if maximize else -cost
    least = best_by_trying_all(-worth, -5.0 if maximize else 5.0)
    matches = match_optimal(cost, gate=gate, maximize=maximize)
    assert (len(matches.rows), total(-worth, matches)) == least


def test_a_gate_beyond_all_numbers_is_refused_as_such():
    with pytest.raises(ArgumentError, match="expected a number"):
        match_optimal(np.ones((2, 2)), gate=10**400)


def test_more_pairs_go_before_a_smaller_total():
    # (0, 0) alone costs 0; two pairs cost 18.
    assert pairs(match_optimal([[0, 9], [9, np.inf]])) == [(0, 1), (1, 0)]


def test_a_gate_never_distorts_the_rest():
    # Solved without the gate and cut afterwards, row 0 would take column 1 and row 1 would stay alone.
    cost = [[0.0, 0.1], [0.3, 1.0]]
    assert pairs(match_optimal(cost, gate=0.5)) == [(0, 1), (1, 0)]
    assert pairs(match_optimal([[0.2, 0.0], [2.0, 0.3]], gate=0.5)) == [(0, 0), (1, 1)]


def test_rows_that_compete_for_one_column():
    matches = match_optimal([[3, np.inf], [1, np.inf], [2, np.inf]])
    assert pairs(matches) == [(1, 0)]
    assert matches.unmatched_rows.tolist() == [0, 2]
    assert matches.unmatched_columns.tolist() == [1]


def test_everything_forbidden_and_nothing_at_all():
    blocked = match_optimal(np.full((2, 3), np.inf))
    assert pairs(blocked) == []
    assert blocked.unmatched_rows.tolist() == [0, 1]
    assert blocked.unmatched_columns.tolist() == [0, 1, 2]
    for shape in ((0, 0), (0, 3), (2, 0)):
        matches = match_optimal(np.empty(shape))
        assert pairs(matches) == []
        assert (len(matches.unmatched_rows), len(matches.unmatched_columns)) == shape
    assert pairs(match_optimal([])) == []
    assert pairs(match_optimal([[7]])) == [(0, 0)]


def test_the_input_is_not_changed():
    cost = np.array([[1.0, 2.0], [3.0, 9.0]])
    match_optimal(cost, gate=5, maximize=True)
    assert cost.tolist() == [[1, 2], [3, 9]]


entries = st.one_of(st.integers(-4, 4).map(float), st.floats(-10, 10, width=32), st.just(float("inf")))
matrices = st.tuples(st.integers(1, 4), st.integers(1, 5)).flatmap(
    lambda shape: st.lists(
        st.lists(entries, min_size=shape[1], max_size=shape[1]), min_size=shape[0], max_size=shape[0]
    )
)


@given(matrices, st.sampled_from([None, 3.0, 0.0]))
@settings(max_examples=150, deadline=None)
def test_nothing_is_better_than_the_best_of_all_matchings(rows, gate):
    cost = np.array(rows)
    matches = match_optimal(cost, gate=gate)
    count, least = best_by_trying_all(cost, np.inf if gate is None else gate)
    assert len(matches.rows) == count
    assert total(cost, matches) == pytest.approx(least, abs=1e-9)
    # One to one, and both leftovers complete the pairs.
    assert sorted([*matches.rows, *matches.unmatched_rows]) == list(range(cost.shape[0]))
    assert sorted([*matches.columns, *matches.unmatched_columns]) == list(range(cost.shape[1]))


@given(st.integers(0, 10**6), st.integers(1, 40), st.integers(1, 40))
@settings(max_examples=40, deadline=None)
def test_laws(seed, rows, columns):
    cost = np.random.default_rng(seed).integers(-50, 50, (rows, columns)).astype(float)
    least = total(cost, match_optimal(cost))
    assert total(cost.T, match_optimal(cost.T)) == least
    assert -total(-cost, match_optimal(-cost, maximize=True)) == least
    # A constant added everywhere, and in a square to one row, changes every matching alike.
    pairs_in_all = min(rows, columns)
    assert total(cost + 7, match_optimal(cost + 7)) == least + 7 * pairs_in_all
    if rows == columns:
        raised = cost.copy()
        raised[0] += 11
        assert total(raised, match_optimal(raised)) == least + 11


@pytest.mark.parametrize("maximize", [False, True])
@pytest.mark.parametrize("shape", [(1, 1), (5, 5), (3, 9), (9, 3), (64, 64), (65, 64), (80, 90), (0, 4)])
def test_a_plain_matrix_is_matched_as_any_other(shape, maximize):
    cost = np.random.default_rng(shape).integers(0, 20, shape).astype(float)
    plain = match_optimal(cost, maximize=maximize)
    for other in (np.asfortranarray(cost), cost.astype(np.int32), np.repeat(cost, 2, axis=1)[:, ::2]):
        again = match_optimal(other, maximize=maximize, gate=None)
        for one, two in zip(plain, again, strict=True):
            np.testing.assert_array_equal(one, two)
            assert one.dtype == two.dtype == np.int64
    assert type(plain) is type(match_optimal([[1.0]]))
    assert sorted([*plain.rows, *plain.unmatched_rows]) == list(range(shape[0]))
    assert sorted([*plain.columns, *plain.unmatched_columns]) == list(range(shape[1]))


def test_the_largest_numbers_are_matched():
    most = np.finfo(float).max
    cost = np.array([[most, -most], [-most, most]])
    assert pairs(match_optimal(cost)) == [(0, 1), (1, 0)]
    assert pairs(match_optimal(cost, maximize=True)) == [(0, 0), (1, 1)]
    assert pairs(match_optimal([[most, np.inf], [most / 2, most]])) == [(0, 0), (1, 1)]


@pytest.mark.parametrize("maximize", [False, True])
def test_a_plain_matrix_is_refused_as_any_other(maximize):
    for bad in (np.nan, np.inf if maximize else -np.inf):
        cost = np.ones((3, 3))
        cost[1, 2] = bad
        with pytest.raises(ArgumentError, match=rf"cost\[1, 2\] is {bad}"):
            match_optimal(cost, maximize=maximize)


def test_refusals_name_the_place():
    with pytest.raises(ArgumentError, match=r"cost\[1, 0\] is nan"):
        match_optimal([[1, 2], [np.nan, 2]])
    with pytest.raises(ArgumentError, match=r"cost\[0, 1\] is -inf; expected finite, or inf where"):
        match_optimal([[1, -np.inf], [1, 2]])
    with pytest.raises(ArgumentError, match=r"cost\[0, 1\] is inf; expected finite, or -inf where"):
        match_optimal([[1, np.inf], [1, 2]], maximize=True)
    with pytest.raises(ArgumentError, match="gate is NaN"):
        match_optimal([[1]], gate=float("nan"))
    with pytest.raises(ArgumentError, match=r"cost has shape \(3,\)"):
        match_optimal([1, 2, 3])
