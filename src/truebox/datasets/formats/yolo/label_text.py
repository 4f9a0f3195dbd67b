"""One label file read slowly: what the native reader declines is judged and worded here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isfinite

from truebox._lazily import deferred_pattern
from truebox._writing.saying import say
from truebox.datasets.row_errors import RowErrors
from truebox.errors import InputError

__all__ = ["Row", "rows_of_text"]

Row = tuple[int, int, list[float]]
"""Line (from 1), class number, and the numbers after it."""

_LARGEST_CLASS = 10**9
_NUMBER = deferred_pattern(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_LINE_END = deferred_pattern(r"\r\n|\n|\r")


def rows_of_text(text: str, name: str, errors: RowErrors) -> Iterator[Row]:
    """Rows that are numbers; the others are refused (E-400).

    Examples
    --------
    >>> list(rows_of_text("3 0.5 0.5 1 1", "labels/a.txt", RowErrors()))
    [(1, 3, [0.5, 0.5, 1.0, 1.0])]
    """
    for line, content in enumerate(_LINE_END.split(text), start=1):
        tokens = content.replace("\t", " ").split(" ")
        tokens = [token for token in tokens if token]
        if not tokens:
            continue
        try:
            numbers = [_number(token) for token in tokens]
            if not (0 <= numbers[0] <= _LARGEST_CLASS and numbers[0] == int(numbers[0])):
                raise ValueError(f"{say(tokens[0])} is no class number")
        except ValueError as problem:
            fix = "write a class number and numbers with a decimal point, divided by spaces"
            errors.refuse(InputError("E-400", f"{name} line {line}", str(problem), fix, row=line - 1))
            continue
        yield line, int(numbers[0]), numbers[1:]


def _number(token: str) -> float:
    if not _NUMBER.fullmatch(token):
        comma = ", which has a decimal comma" if re.fullmatch(r"[+-]?[0-9]*,[0-9]+", token) else ""
        raise ValueError(f"{say(token)}{comma} is not a number")
    value = float(token)
    if not isfinite(value):
        raise ValueError(f"{say(token)} is too large")
    return value
