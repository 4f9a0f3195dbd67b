"""Columns to a delimited text file: all or nothing, every float in the digits that read back to it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox._writing.whole_file import whole_file
from truebox.datasets.texts.csv.row_texts import Column, chosen, row_texts
from truebox.records import Strings

if TYPE_CHECKING:
    from truebox.typing import Int64Array

__all__ = ["names_column", "quoted", "quoted_cells", "write_csv", "write_csv_columns"]

# What makes a cell need quotes, in any version of Python's writer; a delimiter does too.
_QUOTED = (b'"', b"\r", b"\n")

# Rows formatted at once.
_CHUNK = 50_000


def write_csv(
    path: Path, header: Sequence[str], rows: Iterable[Sequence[object]], *, delimiter: str = ","
) -> None:
    r"""Write a header and rows as UTF-8 with line ends of Unix; floats as `repr` has them.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "a.csv"
    ...     write_csv(path, ["file", "x"], [["a, b.jpg", 0.1]])
    ...     path.read_bytes()
    b'file,x\n"a, b.jpg",0.1\n'
    """
    with whole_file(path) as stream:
        text = io.StringIO(newline="")
        writer = _line_writer(text, delimiter)
        writer.writerow(header)
        for count, row in enumerate(rows, start=1):
            writer.writerow(row)
            if count % _CHUNK == 0:
                stream.write(_taken(text))
        stream.write(_taken(text))


def write_csv_columns(
    path: Path,
    columns: Mapping[str, Column],
    more: Iterable[Sequence[object]] = (),
    *,
    delimiter: str = ",",
) -> None:
    r"""The same of whole columns, and below them more rows; texts of columns are made with `quoted`.

    Examples
    --------
    >>> import tempfile
    >>> from truebox.datasets.texts.csv.row_texts import chosen, floats
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "a.csv"
    ...     columns = {"file": chosen([0], [quoted("a, b")]), "x": floats([0.1])}
    ...     write_csv_columns(path, columns, [["c", None]])
    ...     path.read_bytes()
    b'file,x\n"a, b",0.1\nc,\n'
    """
    last = "".join(_line(row, delimiter) for row in more).encode("utf-8")
    with whole_file(path) as stream:
        stream.write(_line(list(columns), delimiter).encode("utf-8"))
        stream.write(row_texts(list(columns.values()), ["", *[delimiter] * (len(columns) - 1), "\n"])[0])
        stream.write(last)


def quoted(text: str, delimiter: str = ",") -> str:
    """A text as a cell beside others, in quotes where it needs them.

    Examples
    --------
    >>> quoted("a, b"), quoted("a")
    ('"a, b"', 'a')
    """
    return _line((text, ""), delimiter).removesuffix(f"{delimiter}\n")


def names_column(which: Int64Array, names: Sequence[str], delimiter: str = ",") -> Column:
    r"""One of the names in every row, in quotes where it needs them.

    Examples
    --------
    >>> from truebox.datasets.texts.csv.row_texts import row_texts
    >>> row_texts([names_column([1, 0], ["cat", "a, b"])], ["", "\n"])[0]
    b'"a, b"\ncat\n'
    """
    return chosen(which, list(quoted_cells(Strings.of(names), delimiter)))


def quoted_cells(texts: Strings, delimiter: str = ",") -> Strings:
    """The same of a column of texts.

    Examples
    --------
    >>> from truebox.records import Strings
    >>> list(quoted_cells(Strings.of(["a", "b,c"])))
    ['a', '"b,c"']
    """
    if not texts.buffer.isascii():
        "".join(texts).encode("utf-8")  # refuses what no text file holds: half a character
    if not any(letter in texts.buffer for letter in (delimiter.encode(), *_QUOTED)):
        return texts
    return Strings.of([quoted(text, delimiter) for text in texts])


def _line(row: Sequence[object], delimiter: str) -> str:
    """A row with its line end."""
    found = io.StringIO(newline="")
    _line_writer(found, delimiter).writerow(row)
    return found.getvalue()


def _line_writer(text: io.StringIO, delimiter: str) -> Any:
    """A writer of rows onto a text; cells with a line end of any kind are in quotes."""
    # Python's writer puts those signs of a line end in quotes that its own has (others only since 3.13).
    return csv.writer(_PlainEnds(text), delimiter=delimiter, lineterminator="\r\n")


class _PlainEnds:
    """Where lines that end in two signs become lines that end in one."""

    def __init__(self, text: io.StringIO) -> None:
        self._text = text

    def write(self, line: str) -> None:
        self._text.write(line[:-2] + "\n")


def _taken(text: io.StringIO) -> bytes:
    data = text.getvalue().encode("utf-8")
    text.seek(0)
    text.truncate()
    return data
