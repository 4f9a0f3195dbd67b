"""A column of ids as read: integers, or strings held as codes into a table of names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass
from truebox._kinds import refuses_other_kinds
from truebox._widened import WidenedWhenRead, held_values
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.typing import AnyArray, Int64Array

__all__ = ["Ids", "WholeText", "distinct_values"]


class WholeText(str):
    """A whole number as its digits, in a column that int64 cannot hold: a text that is ordered as a number.

    Examples
    --------
    >>> sorted([WholeText("10000000000000000000"), WholeText("9")])
    ['9', '10000000000000000000']
    """

    __slots__ = ()

    def __lt__(self, other: str) -> bool:
        return int(self) < int(other) if isinstance(other, WholeText) else super().__lt__(other)


@dataclass(frozen=True, slots=True, eq=False)
class Ids:
    """Ids of images, categories or annotations, one per row.

    Parameters
    ----------
    values : int64 array [N]
        The ids themselves, or, when `names` is given, indices into it.
    names : tuple of str or None
        The distinct string ids in order of first appearance; None for integer ids. Integers of a
        column in which one has more than 64 bits are `WholeText`.
    """

    values: Int64Array
    names: tuple[str, ...] | None = None

    @classmethod
    @refuses_other_kinds
    def of(cls, values: Sequence[int | str]) -> Ids:
        """The column of these ids: integers, or, when any is a text, the texts of all."""
        text: Callable[[int | str], str] = str
        if all(isinstance(value, int) for value in values):
            try:
                return cls(np.array(values, dtype=np.int64))
            except OverflowError:
                text = WholeText
        table: dict[str, int] = {}
        codes = [table.setdefault(text(value), len(table)) for value in values]
        return cls(np.array(codes, dtype=np.int64), tuple(table))

    def __len__(self) -> int:
        return len(held_values(self, "values"))

    def __getitem__(self, row: int) -> int | str:
        value = int(held_values(self, "values")[row])
        return value if self.names is None else self.names[value]

    def tolist(self) -> list[int | str]:
        """The ids as Python values, one per row."""
        values: list[int | str] = held_values(self, "values").tolist()
        return values if self.names is None else [self.names[int(value)] for value in values]

    def distinct(self) -> Int64Array:
        """The distinct `values`, sorted; as ``numpy.unique``, which would import ``numpy.ma`` (8 ms)."""
        distinct = _each_once(held_values(self, "values"))
        return distinct.astype(np.int64, copy=False) if distinct.dtype.kind in "iu" else distinct

    @property
    def are_strings(self) -> bool:
        """Whether the ids are strings."""
        return self.names is not None

    @property
    def are_wide(self) -> bool:
        """Whether the ids are integers of which one at least has more than 64 bits."""
        return self.names is not None and bool(self.names) and isinstance(self.names[0], WholeText)

    def widened(self) -> Ids:
        """The integers as `WholeText`.

        Examples
        --------
        >>> Ids.of([7, 8, 7]).widened().tolist()
        ['7', '8', '7']
        """
        table: dict[int, int] = {}
        codes = [table.setdefault(value, len(table)) for value in self.values.tolist()]
        return Ids(np.array(codes, dtype=np.int64), tuple(WholeText(value) for value in table))


# Those of a file are held in as few bytes as they need.
WidenedWhenRead.put_over(Ids, "values")


@refuses_other_kinds
def distinct_values(values: AnyArray) -> AnyArray:
    """The values in ascending order, each once: `numpy.unique` without `numpy.ma`, which it loads in 7 ms.

    Parameters
    ----------
    values : array [N]
        Numbers, none of them NaN.

    Returns
    -------
    array
        Of the same type.

    Raises
    ------
    ArgumentError
        It is no array of numbers with one axis.

    Examples
    --------
    >>> distinct_values(np.array([3, 1, 3])).tolist()
    [1, 3]
    """
    if not isinstance(values, np.ndarray) or values.ndim != 1 or values.dtype.kind not in "biuf":
        raise ArgumentError(
            f"values: expected an array [N] of numbers, got {values!r:.60}. Fix: pass one axis."
        )
    return _each_once(values)


def _each_once(values: AnyArray) -> AnyArray:
    rising = np.sort(values)
    new = np.ones(len(rising), dtype=bool)
    np.not_equal(rising[1:], rising[:-1], out=new[1:])
    found: AnyArray = rising[new]
    return found
