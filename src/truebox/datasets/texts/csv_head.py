"""The first line of a delimited text: names of columns, and what divides them."""

from __future__ import annotations

import codecs
import csv
from dataclasses import dataclass

__all__ = ["CsvHead", "csv_head"]

_DELIMITERS = (",", "\t", ";")


@dataclass(frozen=True, slots=True)
class CsvHead:
    """The header line.

    Parameters
    ----------
    names : tuple of str
        As written, blanks around them taken off.
    delimiter : str
        One of comma, tabulator, semicolon.
    begin : int
        The byte where the first row begins.
    """

    names: tuple[str, ...]
    delimiter: str
    begin: int


def csv_head(head: bytes) -> CsvHead | None:
    r"""What the first bytes of a text say; None where they are no header line in UTF-8.

    Examples
    --------
    >>> csv_head(b"file,label\r\na.jpg,cat\r\n")
    CsvHead(names=('file', 'label'), delimiter=',', begin=12)
    """
    skipped = len(codecs.BOM_UTF8) if head.startswith(codecs.BOM_UTF8) else 0
    end = head.find(b"\n")
    line = head[skipped:] if end < 0 else head[skipped:end]
    try:
        text = line.removesuffix(b"\r").decode("utf-8")
    except UnicodeDecodeError:
        return None
    if not text.strip() or "\0" in text or "\r" in text or text.count('"') % 2:
        return None
    delimiter = max(_DELIMITERS, key=text.count)
    try:
        names = next(csv.reader([text], delimiter=delimiter, strict=True))
    except (csv.Error, StopIteration):
        return None
    begin = len(head) if end < 0 else end + 1
    return CsvHead(tuple(name.strip() for name in names), delimiter, begin)
