"""The answer of every matching: pairs, and what is left over on both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from truebox.arrays import Home
    from truebox.typing import Int64Array

__all__ = ["Matches", "matches_of"]


class Matches(NamedTuple):
    """Pairs of rows and columns, and the rows and columns in no pair.

    Attributes
    ----------
    rows, columns : NDArray[int64] [K]
        Pair k is (rows[k], columns[k]).
    unmatched_rows, unmatched_columns : NDArray[int64]
        Ascending.

    Examples
    --------
    >>> from truebox.matching import match_optimal
    >>> matches = match_optimal([[1, 5], [2, 9], [0, 3]])
    >>> list(zip(matches.rows.tolist(), matches.columns.tolist()))
    [(0, 0), (2, 1)]
    >>> matches.unmatched_rows
    array([1])
    """

    rows: Int64Array
    columns: Int64Array
    unmatched_rows: Int64Array
    unmatched_columns: Int64Array


def matches_of(
    rows: Int64Array, columns: Int64Array, shape: tuple[int, ...], home: Home | None = None
) -> Matches:
    """Pairs out of a matrix of this shape, with both leftovers, in the library they came from."""
    found = Matches(rows, columns, _left_over(rows, shape[0]), _left_over(columns, shape[1]))
    return found if home is None else Matches(*(home.integers(part) for part in found))


def _left_over(taken: Int64Array, count: int) -> Int64Array:
    free = np.ones(count, np.bool_)
    free[taken] = False
    return np.flatnonzero(free)
