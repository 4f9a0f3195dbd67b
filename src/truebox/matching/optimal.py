"""Optimal matching: the pairs whose costs add up to the least."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import answered_first, refuses_other_kinds
from truebox._native import matching as native
from truebox.arrays import home_of
from truebox.errors import ArgumentError
from truebox.matching.matches import Matches, matches_of
from truebox.matching.matrices import as_real_matrix

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["match_optimal"]


@answered_first(native.plain_matcher(Matches))
@refuses_other_kinds
def match_optimal(cost: Any, *, gate: float | None = None, maximize: bool = False) -> Matches:
    """Match rows to columns one to one: as many pairs as are allowed, at the smallest total cost.

    Without forbidden pairs this is the linear assignment problem, min(N, M) pairs with the total of
    ``scipy.optimize.linear_sum_assignment``. Pairs may be forbidden by `gate` or by an infinite cost;
    then the number of pairs is the largest possible, and among such matchings the total is the smallest.
    Forbidden pairs are never part of the answer and never distort the others.

    Parameters
    ----------
    cost : array-like [N, M]
        Rectangular, of any library; computed in float64. ``inf`` forbids a pair (``-inf`` with `maximize`).
    gate : float, optional
        Pairs that cost more are forbidden; with `maximize`, pairs worth less.
    maximize : bool
        `cost` holds worths: find the largest total.

    Returns
    -------
    Matches
        Rows ascending; of tensors as of `match_greedy`.

    Raises
    ------
    ArgumentError
        For NaN, or an infinity that would be infinitely good (the place is named), and for traced tensors.

    Notes
    -----
    Shortest augmenting paths, in time N² M at worst; in large matrices among the cheapest entries of each row
    first. Gated matrices fall apart into independent blocks, which are solved one by one. Of several best
    matchings one is given, always the same for equal input.

    References
    ----------
    Jonker and Volgenant, "A shortest augmenting path algorithm for dense and sparse linear assignment
    problems", Computing 38 (1987) 325-340.

    Examples
    --------
    >>> from truebox.matching import match_optimal
    >>> match_optimal([[4, 1, 3], [2, 0, 5], [3, 2, 2]]).columns
    array([1, 0, 2])
    >>> iou = [[0.9, 0.2], [0.8, 0.0], [0.0, 0.0]]
    >>> matches = match_optimal(iou, gate=0.1, maximize=True)  # greedy would pair (0, 0) alone
    >>> matches.rows, matches.columns, matches.unmatched_rows
    (array([0, 1]), array([1, 0]), array([2]))
    """
    matrix = as_real_matrix(cost, "cost")
    limit = math.inf if gate is None else float(gate)
    if math.isnan(limit):
        raise ArgumentError("gate is NaN; expected a number or None")
    if maximize:
        matrix = -matrix
        limit = math.inf if gate is None else -limit
    found = native.match_optimal(matrix, limit)
    if found is None:
        raise ArgumentError(_bad_cost_text(matrix, maximize))
    return matches_of(found, home_of({"cost": cost}, cost))


def _bad_cost_text(matrix: FloatArray, maximize: bool) -> str:
    row, column = (int(k) for k in np.argwhere(~(matrix > -math.inf))[0])
    value = -matrix[row, column] if maximize else matrix[row, column]
    forbidding = "-inf" if maximize else "inf"
    return f"cost[{row}, {column}] is {value}; expected finite, or {forbidding} where a pair is forbidden"
