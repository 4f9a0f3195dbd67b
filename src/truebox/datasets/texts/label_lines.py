"""Label files of a few words a line: the words with their lines, and words as numbers."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import isfinite
from pathlib import Path

from truebox._lazily import deferred_pattern
from truebox._writing.saying import say
from truebox.datasets.texts.files import open_file, read_bytes
from truebox.errors import InputError

__all__ = [
    "are_meant_as_numbers",
    "are_numbers",
    "head_words",
    "label_lines",
    "lines_of",
    "number_of",
    "numbers_of",
    "whole_of",
]

_NO_NUMBERS = frozenset({"nan", "inf", "infinity"})
_NUMBER = deferred_pattern(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_OF_NUMBERS = deferred_pattern(r"[0-9.eE+-]*")  # of such characters what Python reads is what `_NUMBER` has
_LONGEST = 1 << 16
_HEAD_LINES = 200


def label_lines(path: Path, delimiter: str | None = None) -> Iterator[tuple[str, list[str]]]:
    r"""Place and words of every line that is not blank; an empty file has none.

    Parameters
    ----------
    path : Path
        The file.
    delimiter : str, optional
        What divides words; by default blanks.

    Raises
    ------
    InputError
        The text is not UTF-8 (E-105), or a line is longer than 65,536 bytes (E-432).

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "a.txt"
    ...     _ = path.write_text("cat 1 2\n\ndog 3 4\n")
    ...     [words for _, words in label_lines(path)]
    [['cat', '1', '2'], ['dog', '3', '4']]
    """
    with open_file(path) as stream:
        if not stream.read(1):
            return
    yield from lines_of(bytes(read_bytes(path)), str(path), delimiter)


def lines_of(data: bytes, name: str, delimiter: str | None = None) -> Iterator[tuple[str, list[str]]]:
    r"""The same of the bytes of a file of this name.

    Examples
    --------
    >>> list(lines_of(b"cat 1\n", "a.txt"))
    [('a.txt line 1', ['cat', '1'])]
    """
    for number, raw in enumerate(data.removeprefix(codecs.BOM_UTF8).split(b"\n"), start=1):
        place = f"{name} line {number}"
        if len(raw) > _LONGEST:
            problem = f"the line has {len(raw)} bytes, which no label has"
            raise InputError("E-432", place, problem, "write one object a line")
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            problem = f"byte 0x{raw[error.start]:02x} is not UTF-8"
            fix = 'save it as UTF-8, in Python open(path, "w", encoding="utf-8")'
            raise InputError("E-105", place, problem, fix) from None
        if "\0" in text:
            fix = "save it as UTF-8, not UTF-16, or check that it is the right file"
            raise InputError("E-105", place, "the line holds NUL bytes", fix)
        words = text.split(delimiter)
        if text.strip():
            yield place, [word.strip() for word in words]


def number_of(word: str, place: str, what: str) -> float:
    """A word as a finite number (E-422).

    Examples
    --------
    >>> number_of(".5", "a.txt line 1", "left")
    0.5
    """
    value = float(word) if _NUMBER.fullmatch(word) else float("inf")
    if abs(value) != float("inf"):
        return value
    fix = "write numbers with a decimal point, not a comma" if "," in word else "repair or remove such lines"
    raise InputError("E-422", place, f"{what} is {say(word)}, not a finite number", fix)


def numbers_of(words: Sequence[str], place: str, names: Sequence[str]) -> list[float]:
    """As many numbers as there are names; every word by `number_of`."""
    if len(words) == len(names) and _OF_NUMBERS.fullmatch("".join(words)):
        with suppress(ValueError):
            values = list(map(float, words))
            if all(map(isfinite, values)):
                return values
    return [number_of(word, place, name) for word, name in zip(words, names, strict=True)]


def whole_of(word: str, place: str, what: str) -> int:
    """A word as a whole number, also when written 3.0 (E-422).

    Examples
    --------
    >>> whole_of("3.0", "gt.txt line 1", "frame")
    3
    """
    value = number_of(word, place, what)
    if value != int(value) or abs(value) > 2**53:
        raise InputError("E-422", place, f"{what} is {say(word)}, not a whole number", "repair such lines")
    return int(value)


def are_numbers(words: Sequence[str]) -> bool:
    """Whether every word is a finite number, as `number_of` reads it.

    Examples
    --------
    >>> are_numbers(["1", ".5"]), are_numbers(["cat"])
    (True, False)
    """
    return all(_NUMBER.fullmatch(word) is not None for word in words)


def are_meant_as_numbers(words: Sequence[str]) -> bool:
    """Whether every word is a number, or what programs print for one that is none or has no bound.

    Examples
    --------
    >>> are_meant_as_numbers(["1", "nan", "-inf"]), are_meant_as_numbers(["cat"])
    (True, False)
    """
    return are_numbers([word for word in words if word.lower().lstrip("+-") not in _NO_NUMBERS])


def head_words(head: bytes, delimiter: str | None = None) -> list[list[str]]:
    r"""Words of the first lines of a text, to tell formats apart; a last line that is cut is left out.

    Examples
    --------
    >>> head_words(b"cat 1\ndog 2\nco")
    [['cat', '1'], ['dog', '2'], ['co']]
    """
    text = head.removeprefix(codecs.BOM_UTF8).decode("utf-8", "replace")
    lines = text.split("\n")
    if len(head) >= _LONGEST:
        lines = lines[:-1]
    return [[word.strip() for word in line.split(delimiter)] for line in lines[:_HEAD_LINES] if line.strip()]
