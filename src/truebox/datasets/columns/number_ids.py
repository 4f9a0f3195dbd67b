"""Texts that are whole numbers, and numbers that must be texts, as ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._lazily import deferred_pattern
from truebox.records import Ids

if TYPE_CHECKING:
    from truebox.typing import Int64Array

__all__ = ["alike", "numbered"]

_WHOLE = deferred_pattern(r"0|-?[1-9][0-9]{0,17}")


def numbered(column: Ids) -> Ids:
    """The column as integers where every text is one as a program prints it; else as it is.

    Examples
    --------
    >>> numbered(Ids.of(["3", "10"])).tolist(), numbered(Ids.of(["003", "cat"])).tolist()
    ([3, 10], ['003', 'cat'])
    """
    if not column.names or not all(_WHOLE.fullmatch(name) for name in column.names):
        return column
    values: Int64Array = np.array([int(name) for name in column.names], dtype=np.int64)
    return Ids(values[column.values])


def alike(one: Ids, other: Ids) -> tuple[Ids, Ids]:
    """Both columns, where one holds integers beyond 64 bits the integers of the other in the same way.

    Examples
    --------
    >>> [column.tolist() for column in alike(Ids.of([2**63]), Ids.of([7]))]
    [['9223372036854775808'], ['7']]
    """
    if one.are_wide and other.names is None:
        return one, other.widened()
    if other.are_wide and one.names is None:
        return one.widened(), other
    return one, other
