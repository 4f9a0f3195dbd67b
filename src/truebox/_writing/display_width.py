"""How many terminal columns a text takes, and cutting or padding it to a number of columns."""

from __future__ import annotations

import unicodedata

__all__ = ["cut", "display_width", "pad"]

_ELLIPSIS = "…"
_ZERO = frozenset({"Mn", "Me", "Cf"})


def _columns(character: str) -> int:
    if unicodedata.category(character) in _ZERO:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def display_width(text: str) -> int:
    """Columns that `text` takes: two for wide characters, none for combining ones.

    Examples
    --------
    >>> display_width("cat"), display_width("猫")
    (3, 2)
    """
    return len(text) if text.isascii() else sum(map(_columns, text))


def cut(text: str, columns: int) -> str:
    """Return `text` in at most `columns` columns; what was cut off is marked by an ellipsis.

    Examples
    --------
    >>> cut("traffic light", 8)
    'traffic…'
    """
    head = text[: 4 * columns + 1]  # a long tail is never measured
    if len(head) == len(text) and display_width(text) <= columns:
        return text
    kept, used = [], 0
    for character in head:
        used += _columns(character)
        if used > columns - 1:
            break
        kept.append(character)
    return "".join(kept) + _ELLIPSIS


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """Return `text` filled with spaces to `columns`, at the left side when `right` is set.

    Examples
    --------
    >>> pad("猫", 4), pad("7", 3, right=True)
    ('猫  ', '  7')
    """
    space = " " * (columns - display_width(text))
    return space + text if right else text + space
