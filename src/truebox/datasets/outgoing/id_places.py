"""Where the ids of a column stand in a table of ids, all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.records import Ids
    from truebox.typing import Int64Array

__all__ = ["places_in_table"]


def places_in_table(column: Ids, table: Ids) -> Int64Array:
    """The row of `table` that each row of `column` names, -1 where none does; of equal ones the last.

    A number is never the same as a text.

    Examples
    --------
    >>> from truebox.records import Ids
    >>> places_in_table(Ids.of([7, 9, 8]), Ids.of([8, 7])).tolist()
    [1, -1, 0]
    >>> places_in_table(Ids.of(["b", "x"]), Ids.of(["a", "b"])).tolist()
    [1, -1]
    """
    if column.names is None and table.names is None:
        return _places_of_numbers(column.values, table.values)
    if column.names is None or table.names is None:
        return np.full(len(column), -1, dtype=np.int64)
    rows: Int64Array = np.full(len(table.names), -1, dtype=np.int64)
    rows[table.values] = np.arange(len(table))
    if column.names is not table.names:
        codes = {name: code for code, name in enumerate(table.names)}
        rows = np.append(rows, -1)[[codes.get(name, -1) for name in column.names]]
    return rows[column.values]


def _places_of_numbers(values: Int64Array, table: Int64Array) -> Int64Array:
    if not len(table):
        return np.full(len(values), -1, dtype=np.int64)
    low, high = int(table.min()), int(table.max())
    if high - low < 4 * (len(table) + len(values)):
        rows: Int64Array = np.full(high - low + 1, -1, dtype=np.int64)
        rows[table - low] = np.arange(len(table))
        inside = (values >= low) & (values <= high)
        return np.where(inside, rows[np.where(inside, values, low) - low], -1)
    order = np.argsort(table, kind="stable")
    found = np.searchsorted(table[order], values, side="right") - 1
    places = order[np.maximum(found, 0)]
    return np.where((found >= 0) & (table[places] == values), places, -1)
