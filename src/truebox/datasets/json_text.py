"""One JSON text to Python objects, every fault of the text named with its place."""

from __future__ import annotations

import codecs
from typing import Any

import msgspec

from truebox.errors import InputError

__all__ = ["check_encoding", "parse"]

_MARKS = (
    (codecs.BOM_UTF8, "UTF-8 with a byte-order mark"),
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)


def parse(text: bytes | bytearray, name: str) -> Any:
    """The objects of a JSON text (E-103 to E-107)."""
    check_encoding(text, name)
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        problem = f"the text is not JSON ({error})"
        raise InputError("E-104", name, problem, "write the file again") from None


def check_encoding(text: bytes | bytearray, name: str) -> None:
    """Refuse a byte-order mark, UTF-16 and a text of blanks (E-103, E-105)."""
    head = bytes(text[:4])
    for mark, words in _MARKS:
        if head.startswith(mark):
            raise _encoding(name, words)
    if b"\0" in head and head.strip(b"\0"):
        raise _encoding(name, "UTF-16 or UTF-32")
    if not text.strip():
        raise InputError("E-103", name, "the file holds only blanks", "write the file again")


def _encoding(name: str, words: str) -> InputError:
    fix = 'save it as plain UTF-8, in Python open(path, "w", encoding="utf-8")'
    return InputError("E-105", name, f"the text is {words}, need UTF-8 without a mark", fix)
