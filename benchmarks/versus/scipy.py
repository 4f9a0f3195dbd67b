"""SciPy: linear assignment by shortest augmenting paths."""

from __future__ import annotations

from scipy.optimize import linear_sum_assignment

from benchmarks.call import Array, Call

TOOL = "scipy"


def assign(cost: Array) -> Call:
    return Call(lambda: linear_sum_assignment(cost), read=lambda found: cost[found])
