"""The wanted columns of a table, whatever file they came from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.records import Ids
    from truebox.typing import FloatArray, Int64Array

__all__ = ["ColumnKind", "Table", "with_wholes"]

ColumnKind: TypeAlias = Literal["number", "text", "whole"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Table:
    """Columns by their names in the file.

    Parameters
    ----------
    rows : int
    numbers : mapping of name to float64 array [N]
        NaN where a cell is empty.
    texts : mapping of name to Ids [N]
        Codes into the distinct texts; an empty text where a cell is empty.
    place : callable
        Row to what a message calls it, such as ``"boxes.csv line 3"``.
    wholes : mapping of name to int64 array [N]
        Columns of flags and counts; -1 where a cell is empty.
    decimal_commas : int
        How many numbers were written with a comma instead of a point.

    Examples
    --------
    >>> import numpy as np
    >>> table = Table(rows=1, numbers={"x": np.array([0.5])}, texts={}, place="boxes.csv row {}".format)
    >>> table.place(0)
    'boxes.csv row 0'
    """

    rows: int
    numbers: Mapping[str, FloatArray]
    texts: Mapping[str, Ids]
    place: Callable[[int], str]
    wholes: Mapping[str, Int64Array] = field(default_factory=dict)
    decimal_commas: int = 0

    def findings(self) -> tuple[Finding, ...]:
        """That commas are taken as decimal points (W-420)."""
        if not self.decimal_commas:
            return ()
        text = f"{self.decimal_commas} rows write fractions with a comma; it is taken as the decimal point"
        return (Finding("W-420", text, self.decimal_commas),)


def with_wholes(table: Table, names: Sequence[str]) -> Table:
    """The table with these columns of numbers as whole ones, fractions cut off.

    Examples
    --------
    >>> flags = {"crowd": np.array([1.0, np.nan])}
    >>> table = with_wholes(Table(rows=2, numbers=flags, texts={}, place="row {}".format), ["crowd"])
    >>> table.wholes["crowd"].tolist(), table.numbers
    ([1, -1], {})
    """
    kept = {name: column for name, column in table.numbers.items() if name not in names}
    flags = {name: table.numbers[name] for name in names}
    wholes = {name: np.where(np.isnan(column), -1, column).astype(np.int64) for name, column in flags.items()}
    return replace(table, numbers=kept, wholes=wholes)
