"""Many label files of plain lines at once, read natively as one text: columns or numbers, and their files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox._native import tables as _kernels

if TYPE_CHECKING:
    from truebox.typing import FloatArray, Int64Array

__all__ = ["PlainLines", "PlainNumbers", "plain_lines", "plain_numbers"]

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
    text, lines = _one_text(files)
    if text is None:
        return None
    columns = text[: text.index(b"\n")].count(delimiter.encode()) + 1
    kinds = bytes([_TEXT if worded and column == 0 else _NUMBER for column in range(columns)])
    read = _kernels.read_table_text(text, 0, kinds, ord(delimiter), 0)
    if read is None:
        return None
    rows, numbers, texts, _ = read
    words: tuple[str, ...] = texts[0][1] if worded else ()
    if rows != lines.sum() or any(word.split() != [word] for word in words):
        return None
    values = np.stack(numbers) if numbers else np.empty((0, rows))
    if not np.isfinite(values).all():
        return None
    file = np.repeat(np.arange(len(files), dtype=np.int64), lines)
    return PlainLines(file, texts[0][0] if worded else np.zeros(rows, dtype=np.int64), words, values)


class PlainNumbers(NamedTuple):
    """What lines of any number of numbers hold.

    Parameters
    ----------
    file : int64 array [N]
        Of each line.
    offsets : int64 array [N + 1]
        Line ``i`` is ``numbers[offsets[i]:offsets[i + 1]]``.
    numbers : float64 array [M]
        Finite.
    """

    file: Int64Array
    offsets: Int64Array
    numbers: FloatArray


def plain_numbers(files: Sequence[bytes], delimiter: str) -> PlainNumbers | None:
    r"""The numbers of files whose lines hold nothing else, each as many as it likes.

    None where any line is not plain, as `plain_lines` has it; one blank may follow what divides.

    Parameters
    ----------
    files : sequence of bytes
        Content of each file; empty ones have no lines.
    delimiter : str
        One character.

    Examples
    --------
    >>> read = plain_numbers([b"1,2,3\n4,5\n", b"", b"6"], ",")
    >>> read.file.tolist(), read.offsets.tolist(), read.numbers.tolist()
    ([0, 0, 2], [0, 3, 5, 6], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    >>> plain_numbers([b"1,,2\n"], ","), plain_numbers([b"1,word\n"], ",")
    (None, None)
    """
    text, lines = _one_text(files)
    if text is None:
        return None
    # A line for each number; of an empty cell it is blank, which is no row.
    ends = np.frombuffer(text, dtype=np.uint8)
    ends = ends[(ends == ord(delimiter)) | (ends == ord("\n"))]
    divider = delimiter.encode()
    text = text.replace(divider + b" ", divider).replace(divider, b"\n")
    read = _kernels.read_table_text(text, 0, bytes([_NUMBER]), ord(delimiter), 0)
    if read is None or read[0] != len(ends) or not np.isfinite(read[1][0]).all():
        return None
    offsets = np.append(0, np.flatnonzero(ends == ord("\n")) + 1)
    return PlainNumbers(np.repeat(np.arange(len(files), dtype=np.int64), lines), offsets, read[1][0])


def _one_text(files: Sequence[bytes]) -> tuple[bytes | None, Int64Array]:
    """All lines, and how many each file has; None where a line is not plain."""
    files = [each if len(each) > _BLANK or each.strip() else b"" for each in files]
    lines = np.array([each.count(b"\n") + (not each.endswith(b"\n") and bool(each)) for each in files])
    text = b"".join(each if each.endswith(b"\n") or not each else each + b"\n" for each in files)
    if not text or not text.isascii() or any(each in text for each in (b'"', b"\0", b"\n\n", b"\n\r\n")):
        return None, lines
    if any(len(each) > _LONGEST and max(map(len, each.split(b"\n"))) > _LONGEST for each in files):
        return None, lines
    return text, lines
