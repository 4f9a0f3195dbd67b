"""The answer of every matching: pairs, and what is left over on both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

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
    found: tuple[Int64Array, Int64Array, Int64Array, Int64Array], home: Home | None = None
) -> Matches:
    """Pairs with both leftovers, as the kernels give them, in the library they came from."""
    return Matches(*found) if home is None else Matches(*(home.integers(part) for part in found))
