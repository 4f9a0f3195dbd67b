"""Cuboids as columns: what is read of a table, and what is checked of each row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.columns.values import given_columns
from truebox.datasets.formats.argoverse2.format import CUBOID
from truebox.datasets.texts.arrow_table import names_of_arrow, read_arrow
from truebox.datasets.texts.csv.table import head_of_csv, read_csv
from truebox.datasets.texts.files import is_arrow
from truebox.errors import InputError
from truebox.records import Ids

if TYPE_CHECKING:
    from truebox.datasets.format import Role
    from truebox.datasets.options import ReadOptions
    from truebox.datasets.texts.table import ColumnKind
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int64Array

__all__ = ["Cuboids", "cuboids_of_columns", "cuboids_of_file"]

_NAMES = (
    *("x_3d", "y_3d", "z_3d", "length_3d", "width_3d", "height_3d"),
    *("rotation_w", "rotation_x", "rotation_y", "rotation_z"),
)
"""Of attributes, beside `CUBOID`."""

_TIME, _CLASS, _LOG, _SCORE, _POINTS = "timestamp_ns", "category", "log_id", "score", "num_interior_pts"


@dataclass(frozen=True, slots=True, eq=False)
class Cuboids:
    """Rows of one or more tables.

    Parameters
    ----------
    sweeps : list of (log, time)
        The distinct sweeps.
    sweep : int64 array [N]
        Places in `sweeps`.
    classes : tuple of str
        The distinct classes.
    category : int64 array [N]
        Places in `classes`.
    columns : mapping of name to array [N]
        Attributes of records; -1 point where a table does not say how many lie inside.
    scores : float64 array [N] or None
    """

    sweeps: list[tuple[str, int]]
    sweep: Int64Array
    classes: tuple[str, ...]
    category: Int64Array
    columns: Mapping[str, AnyArray]
    scores: FloatArray | None = None

    def __len__(self) -> int:
        return len(self.sweep)

    @classmethod
    def joined(cls, tables: Sequence[Cuboids]) -> Cuboids:
        """Several tables without scores as one."""
        if len(tables) == 1:
            return tables[0]
        sweeps = {
            each: k for k, each in enumerate(dict.fromkeys(s for table in tables for s in table.sweeps))
        }
        classes = {
            name: k for k, name in enumerate(dict.fromkeys(c for table in tables for c in table.classes))
        }

        def places(known: Mapping[Any, int], held: Sequence[Any], rows: Int64Array) -> Int64Array:
            found: Int64Array = np.array([known[each] for each in held], dtype=np.int64)[rows]
            return found

        return cls(
            list(sweeps),
            np.concatenate([places(sweeps, each.sweeps, each.sweep) for each in tables]),
            tuple(classes),
            np.concatenate([places(classes, each.classes, each.category) for each in tables]),
            {name: np.concatenate([each.columns[name] for each in tables]) for name in (*_NAMES, "points")},
        )


def cuboids_of_file(path: Path, options: ReadOptions, role: Role) -> Cuboids:
    """The rows of a Feather, Parquet or CSV file (E-420 where a column is missing)."""
    head = None if is_arrow(path) else head_of_csv(path)
    names = names_of_arrow(path) if head is None else head.names
    wanted = _wanted(names, f"{path}", role)
    if head is None:
        table, _ = read_arrow(path, wanted, threads=options.threads)
    else:
        table = read_csv(path, head, wanted, options)
    logs = table.texts.get(_LOG)
    if logs is None:  # a table of the data set lies in the folder of its log
        logs = Ids(np.zeros(table.rows, dtype=np.int64), (path.resolve().parent.name,))
    return _checked({**table.numbers, **table.texts, _LOG: logs}, table.rows, table.place, options, role)


def cuboids_of_columns(parsed: Mapping[str, Any], name: str, options: ReadOptions, role: Role) -> Cuboids:
    """The rows of columns in memory (E-420, and E-440 where a column is of another length or kind)."""
    wanted = _wanted(tuple(map(str, parsed)), name, role)
    given = given_columns(parsed, [_TIME, *(each for each in wanted if each != _TIME)], name)
    rows = len(given[_TIME])
    held: dict[str, Any] = {}
    for column, kind in wanted.items():
        try:
            held[column] = (
                Ids.of(list(map(str, given[column])))
                if kind == "text"
                else np.array(given[column], dtype=np.float64)
            )
        except (TypeError, ValueError, OverflowError):
            raise InputError("E-440", f"{name}[{column!r}]", "no numbers", "write numbers") from None
    held.setdefault(_LOG, Ids(np.zeros(rows, dtype=np.int64), ("log",)))
    return _checked(held, rows, lambda row: f"{name} row {row}", options, role)


def _wanted(names: Sequence[str], place: str, role: Role) -> dict[str, ColumnKind]:
    needed = (*CUBOID, _TIME, _CLASS, *([_SCORE] if role == "predictions" else []))
    missing = [each for each in needed if each not in names]
    if missing:
        listed = ", ".join(missing)
        raise InputError("E-420", place, f"no column {listed}", f"write the columns {', '.join(needed)}")
    wanted: dict[str, ColumnKind] = dict.fromkeys(CUBOID, "number")
    wanted |= {_TIME: "text", _CLASS: "text"}
    wanted |= {_LOG: "text"} if _LOG in names else {}
    if role == "predictions":
        return wanted | {_SCORE: "number"}
    return wanted | ({_POINTS: "number"} if _POINTS in names else {})


def _checked(
    held: Mapping[str, Any], rows: int, place: Callable[[int], str], options: ReadOptions, role: Role
) -> Cuboids:
    """Without the rows that are refused."""
    columns: dict[str, AnyArray] = {ours: held[theirs] for ours, theirs in zip(_NAMES, CUBOID, strict=True)}
    sizes, turn = (np.stack([held[name] for name in CUBOID[first:end]]) for first, end in ((3, 6), (6, 10)))
    center = np.stack([held[name] for name in CUBOID[:3]])
    kept: BoolArray = np.ones(rows, dtype=bool)

    def refuse(bad: BoolArray, code: str, what: str, need: str) -> None:
        for row in np.flatnonzero(bad & kept).tolist():
            options.errors.refuse(InputError(code, place(row), what, need, row=row))
            kept[row] = False

    refuse(
        ~np.isfinite(center).all(axis=0),
        "E-440",
        "the centre is not finite",
        "write tx_m, ty_m, tz_m in metres",
    )
    refuse(
        ~(np.isfinite(sizes) & (sizes > 0)).all(axis=0),
        *("E-440", "a size is not above 0", "write length_m, width_m, height_m in metres"),
    )
    refuse(
        ~np.isfinite(turn).all(axis=0) | ~turn.any(axis=0),
        *("E-440", "qw, qx, qy, qz is no rotation", "write a quaternion that is not 0"),
    )
    scores = held[_SCORE] if role == "predictions" else None
    if scores is not None:
        refuse(np.isnan(scores), "E-123", "the score is missing", "write the score of every detection")
        refuse(np.isinf(scores), "E-124", "the score is not finite", "write finite scores")
    classes = held[_CLASS]
    unnamed = np.array([text == "" for text in classes.tolist()], dtype=bool) if rows else kept
    refuse(unnamed, "E-424", "no category", "write the class of every row")
    points = held.get(_POINTS)
    columns["points"] = np.full(rows, -1.0) if points is None else np.where(np.isnan(points), -1.0, points)
    sweeps, sweep = _sweeps(held[_LOG], held[_TIME], kept, place)
    names = tuple(map(str, classes.names)) if classes.names is not None else ()
    return Cuboids(
        sweeps,
        sweep,
        names,
        classes.values[kept],
        {name: column[kept] for name, column in columns.items()},
        None if scores is None else scores[kept],
    )


def _is_time(text: str) -> bool:
    """Whether it is a whole number of 64 bits."""
    return text.isdecimal() and len(text) < 20 and int(text) < 2**63


def _sweeps(
    logs: Ids, times: Ids, kept: BoolArray, place: Callable[[int], str]
) -> tuple[list[tuple[str, int]], Int64Array]:
    """The distinct sweeps of the rows, and which of them each row has."""
    numbers = times.values
    if times.names is not None:
        wrong = [code for code, text in enumerate(times.names) if not _is_time(text.strip())]
        if wrong:
            row = int(np.flatnonzero(np.isin(times.values, wrong))[0])
            problem = f"timestamp_ns is {say(times[row])}, no whole number"
            raise InputError(
                "E-440", place(row), problem, "write the time of the sweep in nanoseconds", row=row
            )
        numbers = np.array([int(text) for text in times.names], dtype=np.int64)[times.values]
    logs_kept = logs.values[kept]
    known, time = np.unique(numbers[kept], return_inverse=True)
    pairs, sweep = np.unique(logs_kept * max(len(known), 1) + time, return_inverse=True)
    log, time = np.divmod(pairs, max(len(known), 1))
    names = logs.names
    sweeps = zip(log.tolist(), known[time].tolist(), strict=True)
    return [(str(each) if names is None else names[each], at) for each, at in sweeps], sweep
