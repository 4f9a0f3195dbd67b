"""Rows of a delimited text one by one: what the native reader declined, taken or refused in words."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.texts.table import Table
from truebox.errors import InputError
from truebox.records import Ids

if TYPE_CHECKING:
    from truebox.datasets.row_errors import RowErrors
    from truebox.datasets.texts.csv.head import CsvHead
    from truebox.datasets.texts.table import ColumnKind

__all__ = ["row_lines", "table_of_text", "text_rows"]

_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_DECIMAL_COMMA = re.compile(r"[+-]?[0-9]*,[0-9]+([eE][+-]?[0-9]+)?")


def table_of_text(
    data: bytes | bytearray,
    name: str,
    head: CsvHead,
    wanted: Mapping[str, ColumnKind],
    errors: RowErrors,
    *,
    decimal_commas: bool = False,
) -> Table:
    r"""Columns of a text, as the module `csv` of Python takes it apart.

    Parameters
    ----------
    data : bytes
        The text.
    name : str
        Of the file, for messages.
    head : CsvHead
        Its header.
    wanted : mapping of column name to {"number", "text"}
        What to read.
    errors : RowErrors
        What to do with rows of another length (E-421) and cells that are no numbers (E-422).
    decimal_commas : bool
        Whether ``"0,5"`` may stand for 0.5: only where no number can have thousands.

    Raises
    ------
    InputError
        The text is not UTF-8 (E-105) or its quotes do not fit (E-425).

    Examples
    --------
    >>> from truebox.datasets.texts.csv.head import csv_head
    >>> from truebox.datasets.row_errors import RowErrors
    >>> text = b"file,x\na.jpg,.5\n"
    >>> table = table_of_text(text, "a.csv", csv_head(text), {"x": "number"}, RowErrors())
    >>> table.numbers["x"].tolist(), table.place(0)
    ([0.5], 'a.csv line 2')
    """
    places = [(head.names.index(each), each, kind) for each, kind in wanted.items()]
    cells: dict[str, list[float | str]] = {each: [] for each in wanted}
    lines: list[int] = []
    commas = 0
    for line, row in text_rows(data, name, head):
        place = f"{name} line {line}"
        try:
            if len(row) != len(head.names):
                raise _wrong_length(place, len(row), head)
            taken = [
                (each, _number(row[at], place, each, decimal_commas) if kind == "number" else row[at])
                for at, each, kind in places
            ]
        except InputError as error:
            errors.refuse(error)
            continue
        commas += decimal_commas and any(kind == "number" and "," in row[at] for at, _, kind in places)
        lines.append(line)
        for each, value in taken:
            cells[each].append(value)
    return Table(
        rows=len(lines),
        numbers={
            each: np.array(cells[each], dtype=np.float64) for _, each, kind in places if kind == "number"
        },
        texts={each: _coded(cells[each]) for _, each, kind in places if kind == "text"},
        place=lambda row: f"{name} line {lines[row]}",
        decimal_commas=commas,
    )


def row_lines(data: bytes | bytearray, name: str, head: CsvHead) -> list[int]:
    r"""The line in which each row begins.

    Examples
    --------
    >>> from truebox.datasets.texts.csv.head import csv_head
    >>> text = b"file,x\n\na.jpg,1\n"
    >>> row_lines(text, "a.csv", csv_head(text))
    [3]
    """
    return [line for line, _ in text_rows(data, name, head)]


def text_rows(data: bytes | bytearray, name: str, head: CsvHead) -> Iterator[tuple[int, list[str]]]:
    r"""Each row that is not blank, with the line in which it begins (E-105, E-425).

    Examples
    --------
    >>> from truebox.datasets.texts.csv.head import csv_head
    >>> text = b'file,x\n"a\nb",1\nc,2\n'
    >>> list(text_rows(text, "a.csv", csv_head(text)))
    [(2, ['a\nb', '1']), (4, ['c', '2'])]
    """
    try:
        text = bytes(data[head.begin :]).decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, head.begin + error.start) + 1
        raise InputError(
            "E-105",
            f"{name} line {line}",
            f"byte 0x{error.object[error.start]:02x} is not UTF-8",
            'save the table as UTF-8, in Python open(path, "w", encoding="utf-8")',
        ) from None
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=head.delimiter, strict=True)
    before = 1 if head.begin else 0
    while True:
        line = before + rows.line_num + 1
        try:
            row = next(rows, None)
        except csv.Error as error:
            problem = f"the row cannot be taken apart ({error})"
            fix = "close every quote, and double quotes inside quoted cells"
            raise InputError("E-425", f"{name} line {line}", problem, fix) from None
        if row is None:
            return
        if row:
            yield line, row


def _number(cell: str, place: str, column: str, decimal_commas: bool) -> float:
    text = cell.strip()
    if not text:
        return float("nan")
    comma = _DECIMAL_COMMA.fullmatch(text) is not None
    if comma and decimal_commas:
        text = text.replace(",", ".")
    value = float(text) if _NUMBER.fullmatch(text) else float("inf")
    if abs(value) != float("inf"):
        return value
    fix = "write numbers with a decimal point, not a comma" if comma else "repair or remove such rows"
    raise InputError("E-422", f"{place} column {column}", f"{say(cell)} is not a finite number", fix)


def _wrong_length(place: str, count: int, head: CsvHead) -> InputError:
    problem = f"the row has {count} cells, the header has {len(head.names)}"
    commas = head.delimiter == "," and count > len(head.names)
    fix = (
        "quote cells that hold commas, and write numbers with a decimal point"
        if commas
        else "complete the row"
    )
    return InputError("E-421", place, problem, fix)


def _coded(texts: list[float | str]) -> Ids:
    table: dict[str, int] = {}
    codes = [table.setdefault(str(text), len(table)) for text in texts]
    return Ids(np.array(codes, dtype=np.int64), tuple(table))
