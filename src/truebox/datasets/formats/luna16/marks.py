"""Points in scans as columns: what is read of a table, and what is checked of each row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.datasets.columns.values import given_columns
from truebox.datasets.formats.luna16.format import NEEDED
from truebox.datasets.texts.csv.table import head_of_csv, read_csv
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.datasets.format import Role
    from truebox.datasets.options import ReadOptions
    from truebox.typing import BoolArray, FloatArray

__all__ = ["UNKNOWN_DIAMETER", "Marks", "marks_of_columns", "marks_of_file"]

UNKNOWN_DIAMETER = 10.0
"""In millimetres, of findings whose diameter is below 0."""


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """Points of one table.

    Parameters
    ----------
    scans : tuple of str [N]
    center : float64 array [N, 3]
        In millimetres, as read.
    number : float64 array [N]
        Diameters of findings, or probabilities.
    excluded : bool array [N]
        Findings that are neither to be found nor wrong to be found.
    """

    scans: tuple[str, ...]
    center: FloatArray
    number: FloatArray
    excluded: BoolArray

    def __len__(self) -> int:
        return len(self.scans)

    def __add__(self, other: Marks) -> Marks:
        return Marks(
            self.scans + other.scans,
            np.concatenate([self.center, other.center]),
            np.concatenate([self.number, other.number]),
            np.concatenate([self.excluded, other.excluded]),
        )

    def chosen(self, kept: BoolArray) -> Marks:
        """Some of the rows."""
        scans = tuple(scan for scan, keep in zip(self.scans, kept.tolist(), strict=True) if keep)
        return Marks(scans, self.center[kept], self.number[kept], self.excluded[kept])


def marks_of_file(path: Path, options: ReadOptions, role: Role, *, excluded: bool = False) -> Marks:
    """The rows of a CSV file (E-420 where a column is missing)."""
    head = head_of_csv(path)
    _refuse_missing(head.names, f"{path}", role)
    scan, *numbers = NEEDED[role]
    table = read_csv(path, head, {scan: "text"} | dict.fromkeys(numbers, "number"), options)  # type: ignore[arg-type]
    flags = np.full(table.rows, excluded)
    return _checked({**table.numbers, **table.texts}, flags, table.place, options, role)


def marks_of_columns(parsed: Mapping[str, Any], name: str, options: ReadOptions, role: Role) -> Marks:
    """The rows of columns in memory (E-420, and E-440 where a column is of another length or kind)."""
    _refuse_missing(tuple(map(str, parsed)), name, role)
    scan, *numbers = NEEDED[role]
    more = ["excluded"] if role == "truth" and "excluded" in parsed else []
    given = given_columns(parsed, [scan, *numbers, *more], name)
    rows = len(given[scan])
    held: dict[str, Any] = {}
    for column, values in given.items():
        try:
            held[column] = list(map(str, values)) if column == scan else np.array(values, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            raise InputError("E-440", f"{name}[{column!r}]", "no numbers", "write numbers") from None
    flags = held.pop("excluded", np.zeros(rows)) != 0
    return _checked(held, flags, lambda row: f"{name} row {row}", options, role)


def _refuse_missing(names: Sequence[str], place: str, role: Role) -> None:
    missing = [each for each in NEEDED[role] if each not in names]
    if missing:
        fix = f"write the columns {', '.join(NEEDED[role])}"
        raise InputError("E-420", place, f"no column {', '.join(missing)}", fix)


def _checked(
    held: Mapping[str, Any],
    excluded: BoolArray,
    place: Callable[[int], str],
    options: ReadOptions,
    role: Role,
) -> Marks:
    """Without the rows that are refused."""
    scan, *axes, last = NEEDED[role]
    given = held[scan]
    scans = tuple(map(str, given if isinstance(given, list) else given.tolist()))
    center = np.column_stack([held[name] for name in axes]).reshape(-1, 3)
    number, kept = held[last], np.ones(len(scans), dtype=bool)

    def refuse(bad: BoolArray, code: str, what: str, need: str) -> None:
        for row in np.flatnonzero(bad & kept).tolist():
            options.errors.refuse(InputError(code, place(row), what, need, row=row))
            kept[row] = False

    unnamed = np.array([not name.strip() for name in scans], dtype=bool)
    refuse(unnamed, "E-424", "no seriesuid", "write the scan of every row")
    refuse(
        ~np.isfinite(center).all(axis=1),
        *("E-440", "a coordinate is missing or not finite", "write coordX, coordY, coordZ in millimetres"),
    )
    if role == "predictions":
        refuse(~np.isfinite(number), "E-123", "the probability is missing", "write it for every mark")
    else:
        refuse(
            ~np.isfinite(number) | (number == 0),
            *("E-440", "diameter_mm is missing or 0", "write it in millimetres, -1 where it is not known"),
        )
    return Marks(scans, center, number, excluded).chosen(kept)
