"""Columns to a delimited text file: all or nothing, every float in the digits that read back to it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from truebox._writing.whole_file import whole_file

__all__ = ["write_csv"]

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
        writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
        writer.writerow(header)
        for count, row in enumerate(rows, start=1):
            writer.writerow(row)
            if count % _CHUNK == 0:
                stream.write(_taken(text))
        stream.write(_taken(text))


def _taken(text: io.StringIO) -> bytes:
    data = text.getvalue().encode("utf-8")
    text.seek(0)
    text.truncate()
    return data
