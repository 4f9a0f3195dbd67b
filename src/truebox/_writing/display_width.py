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
    """Return `text` in at most `columns` columns: its beginning, an ellipsis and its end, where names differ.

    Examples
    --------
    >>> cut("traffic light 07", 9)
    'traf…t 07'
    """
    most = 4 * columns + 1  # what is between is never measured
    if len(text) <= most and display_width(text) <= columns:
        return text
    end = (columns - 1) // 2
    head = _that_fits(text[:most], columns - 1 - end)
    tail = _that_fits(text[max(len(head), len(text) - most) :][::-1], end)[::-1]
    while tail and not _columns(tail[0]):  # what belongs to a letter that is gone
        tail = tail[1:]
    return head + _ELLIPSIS + tail


def _that_fits(text: str, columns: int) -> str:
    used = 0
    for place, character in enumerate(text):
        used += _columns(character)
        if used > columns:
            return text[:place]
    return text


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """Return `text` filled with spaces to `columns`, at the left side when `right` is set.

    Examples
    --------
    >>> pad("猫", 4), pad("7", 3, right=True)
    ('猫  ', '  7')
    """
    space = " " * (columns - display_width(text))
    return space + text if right else text + space
