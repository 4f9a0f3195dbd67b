"""A delimited text file into columns: natively where it is plain, else row by row."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from truebox._native import tables as _kernels
from truebox.datasets.texts.csv.head import CsvHead, csv_head, first_rows, without_header
from truebox.datasets.texts.csv.rows import row_lines, table_of_text
from truebox.datasets.texts.files import open_file, read_bytes
from truebox.datasets.texts.packed import MAGIC_SIZE, is_packed
from truebox.datasets.texts.table import Table, with_wholes
from truebox.errors import InputError
from truebox.records import Ids

if TYPE_CHECKING:
    from truebox._native._core.tables import _Columns
    from truebox.datasets.options import ReadOptions
    from truebox.datasets.texts.table import ColumnKind

__all__ = ["first_rows_of", "head_of_csv", "read_csv"]

_HEAD = 1 << 16


def head_of_csv(path: Path, *, headless: bool = False) -> CsvHead:
    """The header of a file; where it may be `headless`, numbers for one whose first line is a row.

    Raises
    ------
    InputError
        There is no header line in UTF-8, or two columns have one name (E-420).
    """
    text = _start(path)
    found = csv_head(text)
    if headless and (numbered := without_header(found, text)) is not None:
        return numbered
    if not text:
        raise InputError("E-103", str(path), "the file is empty", "write the file again: it holds 0 bytes")
    if found is None:
        fix = "write the names of the columns into the first line, as UTF-8"
        raise InputError("E-420", f"{path} line 1", "this is no header of a table in UTF-8", fix)
    twice = [name for name in found.names if found.names.count(name) > 1 and name]
    if twice:
        problem = f"two columns are named {twice[0]!r}"
        raise InputError("E-420", f"{path} line 1", problem, "give each column its own name")
    return found


def first_rows_of(path: Path, head: CsvHead) -> list[list[str]]:
    """The cells of the first rows, to look at."""
    return first_rows(head, _start(path))


def _start(path: Path) -> bytes:
    with open_file(path) as stream:
        packed = is_packed(stream.read(MAGIC_SIZE))
        stream.seek(0)
        return bytes(read_bytes(path)[:_HEAD]) if packed else stream.read(_HEAD)


def read_csv(
    path: Path,
    head: CsvHead,
    wanted: Mapping[str, ColumnKind],
    options: ReadOptions,
    *,
    decimal_commas: bool = False,
) -> Table:
    r"""The wanted columns of a file.

    Parameters
    ----------
    path : Path
        The file.
    head : CsvHead
        What `head_of_csv` found.
    wanted : mapping of column name to {"number", "text", "whole"}
        Names of the header.
    options : ReadOptions
        What the caller gave.
    decimal_commas : bool
        As in `truebox.datasets.texts.csv.rows.table_of_text`.

    Returns
    -------
    Table

    Raises
    ------
    InputError
        As in `truebox.datasets.texts.csv.rows.table_of_text`.

    Examples
    --------
    >>> import tempfile
    >>> from truebox.datasets.options import ReadOptions
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "boxes.csv"
    ...     _ = path.write_text("file,x\na.jpg,3\na.jpg,4\n")
    ...     table = read_csv(path, head_of_csv(path), {"file": "text", "x": "number"}, ReadOptions())
    >>> table.texts["file"].tolist(), table.numbers["x"].tolist()
    (['a.jpg', 'a.jpg'], [3.0, 4.0])
    """
    found = _natively(path, head, wanted, options)
    if found is None and "whole" in wanted.values():  # the text is not plain, or a flag is a fraction
        simpler: dict[str, ColumnKind] = {
            name: "text" if kind == "text" else "number" for name, kind in wanted.items()
        }
        table = read_csv(path, head, simpler, options, decimal_commas=decimal_commas)
        return with_wholes(table, [name for name, kind in wanted.items() if kind == "whole"])
    if found is None:
        data, name = read_bytes(path), str(path)
        return table_of_text(data, name, head, wanted, options.errors, decimal_commas=decimal_commas)
    rows, numbers, texts, wholes = found
    own: dict[str, list[str]] = {"number": [], "text": [], "whole": []}
    for each in head.names:
        if each in wanted:
            own[wanted[each]].append(each)
    return Table(
        rows=rows,
        numbers=dict(zip(own["number"], numbers, strict=True)),
        texts={each: Ids(*column) for each, column in zip(own["text"], texts, strict=True)},
        place=_Places(path, head),
        wholes=dict(zip(own["whole"], wholes, strict=True)),
    )


def _natively(
    path: Path, head: CsvHead, wanted: Mapping[str, ColumnKind], options: ReadOptions
) -> _Columns | None:
    """The columns of a plain text; None for any other, and where a whole number is none."""
    numbered = {"number": 1, "text": 2, "whole": 3}
    kinds = bytes(numbered[wanted[name]] if name in wanted else 0 for name in head.names)
    arguments = (head.begin, kinds, ord(head.delimiter), options.threads or 0)
    found = None if _is_packed(path) else _kernels.read_table_file(path, *arguments)
    return _kernels.read_table_text(read_bytes(path), *arguments) if found is None else found


def _is_packed(path: Path) -> bool:
    with open_file(path) as stream:
        return is_packed(stream.read(MAGIC_SIZE))


class _Places:
    """Lines of rows, looked up only when a message needs one."""

    def __init__(self, path: Path, head: CsvHead) -> None:
        self._path = path
        self._lines = cache(lambda: _lines(path, head))

    def __call__(self, row: int) -> str:
        return f"{self._path} line {self._lines()[row]}"


def _lines(path: Path, head: CsvHead) -> list[int]:
    return row_lines(read_bytes(path), str(path), head)
