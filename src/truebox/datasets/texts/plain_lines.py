"""Many label files of plain lines at once, read natively as one text: columns, and the lines of each file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox._native import tables as _kernels

if TYPE_CHECKING:
    from truebox.typing import FloatArray, Int64Array

__all__ = ["PlainLines", "plain_lines"]

_NUMBER, _TEXT = 1, 2
_LONGEST = 1 << 16  # as label_lines has it: longer files are looked at line by line

_BLANK = 16
"""Longer files that are blank need not be read natively."""


class PlainLines(NamedTuple):
    """What equal lines of words and numbers hold.

    Parameters
    ----------
    file : int64 array [N]
        Of each line.
    word : int64 array [N]
        The first word of each line, counted by first appearance; zeros where lines have none.
    words : tuple of str
        The distinct first words.
    numbers : float64 array [C, N]
        What follows, finite.
    """

    file: Int64Array
    word: Int64Array
    words: tuple[str, ...]
    numbers: FloatArray


def plain_lines(files: Sequence[bytes], delimiter: str, *, worded: bool = False) -> PlainLines | None:
    r"""The columns of files whose lines all have as many numbers, after one word where they are `worded`.

    None where any line is not plain: a blank one, quotes, other characters than ASCII, blanks that do not
    divide, numbers that programs do not print. Then line by line is the way to read and to judge.

    Parameters
    ----------
    files : sequence of bytes
        Content of each file; empty ones have no lines.
    delimiter : str
        One character.
    worded : bool
        Whether a word begins each line.

    Examples
    --------
    >>> read = plain_lines([b"cat 1 2\ndog 3 4\n", b"", b"cat 5 6"], " ", worded=True)
    >>> read.file.tolist(), read.word.tolist(), read.words
    ([0, 0, 2], [0, 1, 0], ('cat', 'dog'))
    >>> read.numbers.tolist()
    [[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]]
    >>> plain_lines([b"1,2\n\n"], ","), plain_lines([b"1,2\n1,2,3\n"], ",")
    (None, None)
    """
    files = [each if len(each) > _BLANK or each.strip() else b"" for each in files]
    text = b"".join(each if each.endswith(b"\n") or not each else each + b"\n" for each in files)
    if not text or not text.isascii() or any(each in text for each in (b'"', b"\0", b"\n\n", b"\n\r\n")):
        return None
    if any(len(each) > _LONGEST and max(map(len, each.split(b"\n"))) > _LONGEST for each in files):
        return None
    columns = text[: text.index(b"\n")].count(delimiter.encode()) + 1
    kinds = bytes([_TEXT if worded and column == 0 else _NUMBER for column in range(columns)])
    read = _kernels.read_table_text(text, 0, kinds, ord(delimiter), 0)
    if read is None:
        return None
    rows, numbers, texts, _ = read
    lines = [each.count(b"\n") + (not each.endswith(b"\n") and bool(each)) for each in files]
    words: tuple[str, ...] = texts[0][1] if worded else ()
    if rows != sum(lines) or any(word.split() != [word] for word in words):
        return None
    values = np.stack(numbers) if numbers else np.empty((0, rows))
    if not np.isfinite(values).all():
        return None
    file = np.repeat(np.arange(len(files), dtype=np.int64), lines)
    return PlainLines(file, texts[0][0] if worded else np.zeros(rows, dtype=np.int64), words, values)
