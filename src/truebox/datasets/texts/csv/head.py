"""The first line of a delimited text: names of columns, and what divides them."""

from __future__ import annotations

import codecs
import csv

from truebox._frozen import dataclass

__all__ = ["CsvHead", "csv_head", "first_rows", "without_header"]

_FEWEST, _NUMBERS = 5, 4
_DELIMITERS = (",", "\t", ";")
_SAMPLED = 200


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


def without_header(head: CsvHead | None, text: bytes) -> CsvHead | None:
    r"""Columns called "1", "2", ..., where the first line is a row of values already; else None.

    That is so where four of its cells or more are numbers, or all but the first are empty: no column is
    called by a number.

    Examples
    --------
    >>> text = b"a.jpg,1,2,30,40,cat\n"
    >>> without_header(csv_head(text), text)
    CsvHead(names=('1', '2', '3', '4', '5', '6'), delimiter=',', begin=0)
    """
    if head is None or len(head.names) < _FEWEST or head.names[0][:1] in ("[", "{"):  # JSON
        return None
    numbers = sum(_is_number(name) for name in head.names)
    if numbers < _NUMBERS and (not head.names[0] or any(head.names[1:])):
        return None
    begin = len(codecs.BOM_UTF8) if text.startswith(codecs.BOM_UTF8) else 0
    return CsvHead(tuple(map(str, range(1, len(head.names) + 1))), head.delimiter, begin)


def first_rows(head: CsvHead, text: bytes) -> list[list[str]]:
    r"""The whole rows in the first bytes of a text, as far as they have as many cells as the header.

    Examples
    --------
    >>> text = b"file,label\na.jpg,cat\n\nb.jpg,do"
    >>> first_rows(csv_head(text), text)
    [['a.jpg', 'cat']]
    """
    lines = text[head.begin :].decode("utf-8", "replace").splitlines(keepends=True)[:_SAMPLED]
    whole = [line for line in lines if line.endswith(("\n", "\r"))] or lines
    try:
        rows = [[cell.strip() for cell in row] for row in csv.reader(whole, delimiter=head.delimiter)]
    except csv.Error:  # reading the file says it better
        return []
    return [row for row in rows if len(row) == len(head.names)]


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


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
