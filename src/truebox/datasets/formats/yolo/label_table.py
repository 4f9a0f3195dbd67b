"""All rows of all label files as columns, whichever reader took them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass
from truebox._native.begun_folder import read_label_rows
from truebox.datasets.folders.folder_listing import names_blob
from truebox.datasets.formats.yolo.label_text import rows_of_text
from truebox.datasets.texts.small_text import read_small_text
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.datasets.row_errors import RowErrors
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["LabelTable", "read_label_table"]

_DECLINED = 2


@dataclass(frozen=True, slots=True, eq=False)
class LabelTable:
    """Rows in the order of their files.

    Parameters
    ----------
    names : sequence of str
        The label files.
    file, line, category : int64 arrays [R]
        Of each row: which file, which line (from 1), which class.
    offsets : int64 array [R + 1]
        Row ``i`` has the numbers from ``offsets[i]`` to ``offsets[i + 1]``.
    numbers : float64 array
    """

    names: Sequence[str]
    file: Int64Array
    line: Int64Array
    category: Int64Array
    offsets: Int64Array
    numbers: FloatArray

    def __len__(self) -> int:
        return len(self.file)

    @property
    def counts(self) -> Int64Array:
        """How many numbers each row has after its class."""
        return np.diff(self.offsets)

    def place(self, row: int) -> str:
        """Where a row stands, for messages."""
        return f"{self.names[self.file[row]]} line {self.line[row]}"

    def taken(self, rows: Int64Array) -> LabelTable:
        """These rows, in this order."""
        counts = self.counts[rows]
        offsets = np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))
        index = np.arange(offsets[-1]) + np.repeat(self.offsets[rows] - offsets[:-1], counts)
        return LabelTable(
            self.names, self.file[rows], self.line[rows], self.category[rows], offsets, self.numbers[index]
        )

    def without(self, bad: BoolArray, code: str, problem: str, fix: str, errors: RowErrors) -> LabelTable:
        """The rows that are not bad; each bad one is refused. ``{row}`` in `problem` is its numbers."""
        if not bad.any():
            return self
        for row in np.flatnonzero(bad).tolist():
            shown = self.numbers[self.offsets[row] : self.offsets[row + 1]][:6]
            text = " ".join(f"{number:.6g}" for number in (self.category[row], *shown))
            dots = " ..." if self.counts[row] > len(shown) else ""
            said = problem.format(row=text + dots, columns=self.counts[row] + 1, category=self.category[row])
            errors.refuse(InputError(code, self.place(row), said, fix, row=int(self.line[row]) - 1))
        return self.taken(np.flatnonzero(~bad))


def read_label_table(root: Path, names: Sequence[str], errors: RowErrors, threads: int | None) -> LabelTable:
    """The rows of label files, which are relative to `root`; files that are not there have none.

    Raises
    ------
    InputError
        A row is not numbers (E-400), a file is not UTF-8 (E-411), too large (E-413) or unreadable (E-101).
    """
    states, file, line, category, ends, numbers = read_label_rows(root, names_blob(names), threads or 0)
    offsets = np.concatenate((np.zeros(1, dtype=np.int64), ends))
    table = LabelTable(names, file, line, category, offsets, numbers)
    declined = np.flatnonzero(states == _DECLINED)
    if not len(declined):
        return table
    more_file: list[int] = []
    more_line: list[int] = []
    more_category: list[int] = []
    more_numbers: list[float] = []
    more_ends: list[int] = []
    for index in declined.tolist():
        text = read_small_text(root / names[index])
        for at, number, values in rows_of_text(text, names[index], errors):
            more_file.append(index)
            more_line.append(at)
            more_category.append(number)
            more_numbers.extend(values)
            more_ends.append(len(more_numbers))
    both = LabelTable(
        names,
        np.concatenate((file, np.array(more_file, dtype=np.int64))),
        np.concatenate((line, np.array(more_line, dtype=np.int64))),
        np.concatenate((category, np.array(more_category, dtype=np.int64))),
        np.concatenate((offsets, np.array(more_ends, dtype=np.int64) + len(numbers))),
        np.concatenate((numbers, np.array(more_numbers, dtype=np.float64))),
    )
    return both.taken(np.argsort(both.file, kind="stable"))
