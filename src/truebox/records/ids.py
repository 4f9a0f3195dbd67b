"""A column of ids as read: integers, or strings held as codes into a table of names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import Int64Array

__all__ = ["Ids"]


@dataclass(frozen=True, slots=True, eq=False)
class Ids:
    """Ids of images, categories or annotations, one per row.

    Parameters
    ----------
    values : int64 array [N]
        The ids themselves, or, when `names` is given, indices into it.
    names : tuple of str or None
        The distinct string ids in order of first appearance; None for integer ids.
    """

    values: Int64Array
    names: tuple[str, ...] | None = None

    @classmethod
    def of(cls, values: Sequence[int | str]) -> Ids:
        """The column of these ids: integers, or, when any is a text, the texts of all."""
        if all(isinstance(value, int) for value in values):
            return cls(np.array(values, dtype=np.int64))
        table: dict[str, int] = {}
        codes = [table.setdefault(str(value), len(table)) for value in values]
        return cls(np.array(codes, dtype=np.int64), tuple(table))

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, row: int) -> int | str:
        value = int(self.values[row])
        return value if self.names is None else self.names[value]

    def tolist(self) -> list[int | str]:
        """The ids as Python values, one per row."""
        values: list[int | str] = self.values.tolist()
        return values if self.names is None else [self.names[int(value)] for value in values]

    def distinct(self) -> Int64Array:
        """The distinct `values`, sorted; as ``numpy.unique``, which would import ``numpy.ma`` (8 ms)."""
        ordered = self.values.copy()
        ordered.sort()
        last_of_its_run = ordered[1:] != ordered[:-1]
        return np.concatenate((ordered[:-1][last_of_its_run], ordered[-1:]))

    @property
    def are_strings(self) -> bool:
        """Whether the ids are strings."""
        return self.names is not None
