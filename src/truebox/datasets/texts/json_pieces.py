"""A long JSON text to Python objects a piece at a time: Python looks for Ctrl-C between two of them."""

from __future__ import annotations

from typing import Any

import msgspec

from truebox._native import datasets as native

__all__ = ["AT_ONCE", "UNDECODED", "decoded_in_pieces"]

AT_ONCE = 16 << 20
"""Bytes that are decoded in one call, which takes about a tenth of a second and hears no signal."""

UNDECODED = (msgspec.MsgspecError, ValueError, RecursionError)
"""What is raised of a text that is not decoded."""

_BLANK = b" \t\r\n"


def decoded_in_pieces(text: Any, least: int = AT_ONCE) -> Any:
    """What ``msgspec.json.decode`` makes of a text that is known to be right.

    Parameters
    ----------
    text : bytes-like
        One JSON value.
    least : int
        Bytes of a list that are decoded together, rather more.

    Examples
    --------
    >>> decoded_in_pieces(b'{"a": [{"b": 1}, {"b": 2} , 3, [4]], "c": "d"}', 1)
    {'a': [{'b': 1}, {'b': 2}, 3, [4]], 'c': 'd'}
    """
    first = _after_blank(text, 0)
    if len(text) <= least or text[first : first + 1] not in (b"{", b"["):
        return msgspec.json.decode(text)
    if text[first : first + 1] == b"{":
        members = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
        return {name: decoded_in_pieces(memoryview(member), least) for name, member in members.items()}
    found: list[Any] = []
    at = first + 1
    while True:
        end = native.after_objects(text, at, least)
        found += msgspec.json.decode(b"[%b]" % text[at:end])
        end = _after_blank(text, end)
        if text[end : end + 1] != b",":
            return found
        at = end + 1


def _after_blank(text: Any, place: int) -> int:
    while text[place : place + 1] and bytes(text[place : place + 1]) in _BLANK:
        place += 1
    return place
