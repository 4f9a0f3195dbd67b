"""Rows of tracks out of tables with named columns: CSV, TSV, Parquet, Arrow."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.options import ReadOptions
from truebox.datasets.texts.arrow_table import read_arrow
from truebox.datasets.texts.csv.table import head_of_csv, read_csv
from truebox.datasets.texts.files import is_arrow
from truebox.datasets.tracking.frame_numbers import refuse_far_frames
from truebox.datasets.tracking.tables.telling import track_columns
from truebox.errors import InputError
from truebox.records import Source, TrackedSequence, Tracks

if TYPE_CHECKING:
    from truebox.datasets.format import Role
    from truebox.datasets.texts.table import ColumnKind, Table
    from truebox.datasets.tracking.tables.telling import TrackColumns
    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = ["read_track_table"]


def read_track_table(
    path: Path, names: tuple[str, ...], role: Role, name: str, *, threads: int | None = None
) -> Tracks:
    r"""The tracks of a table.

    Parameters
    ----------
    path : Path
        The file.
    names : tuple of str
        Of its columns.
    role : {"truth", "predictions"}
        A score of 0 in the truth marks a row that is not to be considered; any other counts.
    name : str
        The path as it was given.
    threads : int or None
        That read the file.

    Returns
    -------
    Tracks
        Sequences in the order of their first rows; frames count from 0 where a frame 0 occurs, else from 1.
        Ids and classes that are texts are numbered in the order of the alphabet.

    Raises
    ------
    InputError
        A column is missing (E-581), a cell is empty or no number (E-422), a frame is below 0 (E-435).

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "gt.csv"
    ...     _ = file.write_text("frame,id,x,y,w,h\n1,7,10,10,5,5\n")
    ...     side = read_track_table(file, ("frame", "id", "x", "y", "w", "h"), "truth", "gt.csv")
    >>> side.sequences[0].track.tolist(), side.sequences[0].first
    ([7], 1)
    """
    columns = track_columns(names, name)
    if columns is None:
        problem = f"no columns are known to hold frame, track and box (there are {', '.join(names[:12])})"
        fix = "name them frame, id, and x, y, w, h or x1, y1, x2, y2"
        raise InputError("E-581", str(path), problem, fix)
    table = _table(path, columns, threads)
    frame = _frames(table, columns.frame, role)
    boxes, layout = _boxes(table, columns)
    track, _ = _numbered(table, columns.track, "track")
    label: Int64Array = np.broadcast_to(np.int64(-1), table.rows)
    classes: dict[int, str] = {}
    if "label" in columns.others.columns:
        label, classes = _numbered(table, columns.others.columns["label"], "class")
    score = _scores(table, columns, role)
    first = 1 if len(frame) and frame.min() > 0 else 0
    sequences = []
    for own, rows in _sequences(table, columns, path):
        sequences.append(
            TrackedSequence(
                name=own,
                length=0,
                frame=frame[rows] - np.int32(first),
                track=track[rows],
                boxes=boxes[rows],
                label=label[rows],
                score=score[rows],
                attributes={"row": rows},
                place=str(path),
                first=first,
            )
        )
    source = Source(name, "table", "a table of tracks", path, layout)
    return Tracks(
        source=source,
        sequences=tuple(sequences),
        classes=classes,
        layout=layout,
        named_classes=bool(classes),
        by_name=True,
        first_unsaid=True,
    )


def _table(path: Path, columns: TrackColumns, threads: int | None) -> Table:
    roles = columns.others.columns
    wanted: dict[str, ColumnKind] = {columns.frame: "number", columns.track: "text"}
    wanted |= dict.fromkeys(columns.others.four, "number")
    wanted |= {columns.sequence: "text"} if columns.sequence else {}
    wanted |= {roles["label"]: "text"} if "label" in roles else {}
    wanted |= {roles["score"]: "number"} if "score" in roles else {}
    if is_arrow(path):
        return read_arrow(path, wanted, threads=threads)[0]
    head = head_of_csv(path)
    options = ReadOptions(threads=threads)
    return read_csv(path, head, wanted, options, decimal_commas=head.delimiter == ";")


def _frames(table: Table, name: str, role: Role) -> AnyArray:
    frame = table.numbers[name]
    bad = ~((frame == np.floor(frame)) & (np.abs(frame) < 2**31))
    if bad.any():
        raise _unread(table, bad, name, frame, "a whole number")
    if (
        role == "truth" and len(frame) and frame.min() < 0
    ):  # others where sides meet, unless an offset mends it
        row = int(frame.argmin())
        problem = f"frame {int(frame[row])} is before the first"
        raise InputError("E-435", table.place(row), problem, "count frames from 0 or from 1", row=row)
    numbers = frame.astype(np.int32)
    refuse_far_frames(numbers, table.place)
    return numbers


def _boxes(table: Table, columns: TrackColumns) -> tuple[FloatArray, Literal["xywh", "xyxy"]]:
    boxes = np.stack([table.numbers[name] for name in columns.others.four], axis=1).reshape(-1, 4)
    for place, name in enumerate(columns.others.four):
        bad = ~np.isfinite(boxes[:, place])
        if bad.any():
            raise _unread(table, bad, name, boxes[:, place], "a number")
    if columns.others.layout == "cxcywh":
        return np.concatenate([boxes[:, :2] - boxes[:, 2:] / 2, boxes[:, 2:]], axis=1), "xywh"
    return boxes, cast("Literal['xywh', 'xyxy']", columns.others.layout)


def _scores(table: Table, columns: TrackColumns, role: Role) -> FloatArray:
    name = columns.others.columns.get("score")
    if name is None:
        return np.broadcast_to(np.float64(1), table.rows)
    score = table.numbers[name]
    bad = ~np.isfinite(score)
    if bad.any():
        raise _unread(table, bad, name, score, "a number")
    return np.asarray(score != 0, dtype=np.float64) if role == "truth" else score


def _numbered(table: Table, name: str, what: str) -> tuple[Int64Array, dict[int, str]]:
    """Whole numbers as they are, else the places of the texts in order; and what each number means."""
    column = table.texts[name]
    if column.names is None:
        values = np.unique(column.values).tolist()
        return column.values, {value: str(value) for value in values}
    used = np.unique(column.values)
    texts = {int(code): column.names[code].strip() for code in used}
    empty = [code for code, text in texts.items() if not text]
    if empty:
        row = int(np.isin(column.values, empty).argmax())
        fix = f"write the {what} of every row"
        raise InputError("E-422", table.place(row), f"{name} is empty, need a {what}", fix, row=row)
    whole = {code: _whole(text) for code, text in texts.items()}
    order = {text: place for place, text in enumerate(sorted(set(texts.values())))}
    numbers = {code: number for code, number in whole.items() if number is not None}
    if len(numbers) < len(texts):
        numbers = {code: order[text] for code, text in texts.items()}
    by_code = np.zeros(len(column.names), dtype=np.int64)
    by_code[list(numbers)] = list(numbers.values())
    return by_code[column.values], {numbers[code]: text for code, text in texts.items()}


def _whole(text: str) -> int | None:
    """The number that a text such as 7 or 7.0 is."""
    whole, _, fraction = text.partition(".")
    digits = whole.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 19) or fraction.strip("0"):
        return None
    return int(whole)


def _sequences(table: Table, columns: TrackColumns, path: Path) -> list[tuple[str, Int64Array]]:
    if columns.sequence is None:
        return [(path.name.split(".")[0], np.arange(table.rows))]
    column = table.texts[columns.sequence]
    codes, begins = np.unique(column.values, return_index=True)
    found = []
    for code in codes[np.argsort(begins)]:
        text = str(code) if column.names is None else column.names[code]
        rows = np.flatnonzero(column.values == code)
        if not text.strip():
            problem = f"{columns.sequence} is empty, need the name of a sequence"
            raise InputError("E-422", table.place(int(rows[0])), problem, "write it in every row")
        found.append((text, rows))
    return found


def _unread(table: Table, bad: AnyArray, name: str, values: FloatArray, need: str) -> InputError:
    row = int(bad.argmax())
    held = "empty" if np.isnan(values[row]) else say(values[row].item())
    return InputError("E-422", table.place(row), f"{name} is {held}, need {need}", f"write {need}", row=row)
