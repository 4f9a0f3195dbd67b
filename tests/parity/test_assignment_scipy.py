"""`match_optimal` finds totals equal to scipy's ``linear_sum_assignment`` on thousands of matrices."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.matching import match_optimal

optimize = pytest.importorskip("scipy.optimize", reason="scipy is not installed")


def random_cost(kind, rng, rows, columns):
    return {
        "uniform": lambda: rng.random((rows, columns)),
        "ties": lambda: rng.integers(0, 4, (rows, columns)).astype(float),
        "signed": lambda: rng.normal(size=(rows, columns)) * 1e4,
        "product": lambda: np.outer(rng.permutation(rows) + 1.0, rng.permutation(columns) + 1.0),
        "points": lambda: np.linalg.norm(rng.random((rows, 1, 2)) - rng.random((1, columns, 2)), axis=2),
        "constant": lambda: np.full((rows, columns), 0.1),
        "low rank": lambda: rng.random((rows, 2)) @ rng.random((2, columns)),
        "near ties": lambda: 1.0 + rng.integers(0, 8, (rows, columns)) * 2.0**-52,
    }[kind]()


KINDS = ["uniform", "ties", "signed", "product", "points", "constant", "low rank", "near ties"]


@pytest.mark.parametrize("kind", KINDS)
def test_totals_are_equal(kind):
    rng = np.random.default_rng(KINDS.index(kind))
    for trial in range(400):
        rows, columns = rng.integers(1, 45 if trial % 10 == 0 else 14, 2)
        cost = random_cost(kind, rng, rows, columns)
        maximize = bool(trial % 2)
        matches = match_optimal(cost, maximize=maximize)
        expected = cost[optimize.linear_sum_assignment(cost, maximize=maximize)].sum()
        assert len(matches.rows) == min(rows, columns)
        assert len(set(matches.columns.tolist())) == len(matches.columns)
        found = cost[matches.rows, matches.columns].sum()
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-12 * np.abs(cost).max())


@pytest.mark.parametrize(("rows", "columns"), [(150, 150), (100, 260), (260, 100), (400, 400), (300, 700)])
@pytest.mark.parametrize("kind", KINDS)
def test_larger_totals_are_equal(kind, rows, columns):
    cost = random_cost(kind, np.random.default_rng(7), rows, columns)
    matches = match_optimal(cost)
    expected = cost[optimize.linear_sum_assignment(cost)].sum()
    assert cost[matches.rows, matches.columns].sum() == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_infinite_costs_where_scipy_finds_a_matching(share):
    rng = np.random.default_rng(int(share * 10))
    feasible = 0
    for _ in range(300):
        rows, columns = rng.integers(1, 12, 2)
        cost = rng.integers(0, 50, (rows, columns)).astype(float)
        cost[rng.random(cost.shape) < share] = np.inf
        try:
            expected = cost[optimize.linear_sum_assignment(cost)].sum()
        except ValueError:
            continue
        feasible += 1
        matches = match_optimal(cost)
        assert len(matches.rows) == min(rows, columns)
        assert cost[matches.rows, matches.columns].sum() == expected
    assert feasible > 10


def test_gates_give_the_most_pairs_at_the_least_total():
    # The same through scipy: a forbidden pair costs more than all allowed ones, then it is dropped.
    rng = np.random.default_rng(3)
    for _ in range(600):
        rows, columns = rng.integers(1, 16, 2)
        cost = rng.integers(0, 100, (rows, columns)).astype(float)
        gate = float(rng.integers(0, 100))
        allowed = cost <= gate
        picked = optimize.linear_sum_assignment(np.where(allowed, cost, 1e6))
        keep = allowed[picked]
        matches = match_optimal(cost, gate=gate)
        assert len(matches.rows) == keep.sum()
        assert cost[matches.rows, matches.columns].sum() == cost[picked][keep].sum()
