"""One JSON text to Python objects, every fault of the text named with its place."""

from __future__ import annotations

import codecs
import math
from typing import Any

from truebox._native import datasets as _kernels
from truebox.datasets.texts.not_read import HEAD_SIZE, refuse_what_is_not_read
from truebox.datasets.texts.packed import is_packed
from truebox.errors import InputError

__all__ = ["check_text", "members_of", "parse"]

MAX_DEPTH = 256

# Python objects of a text this long take some 2 GB: longer ones are refused without a path.
_LARGEST_WALKED = 200 << 20

_MARKS = (
    (codecs.BOM_UTF8, "UTF-8 with a byte-order mark"),
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)

_AGAIN = "write the file again, in Python with json.dump"

# Fault of the native check: code, what is wrong (`seen` is the text found), fix.
_FAULTS = {
    "truncated": (
        "E-104",
        "the text ends in the middle of a value",
        "the file was cut short: copy or write it again",
    ),
    "unexpected": ("E-104", "{seen} cannot stand here", _AGAIN),
    "number": ("E-104", "{seen} is no JSON number", _AGAIN),
    "not_finite": (
        "E-104",
        "{seen} is no JSON number",
        "remove rows with NaN or Infinity before writing the file, or leave them out with --lenient",
    ),
    "number_range": ("E-104", "{seen} is a number too large for float64", "repair or remove that value"),
    "control_character": ("E-104", "{seen} is a raw control character inside a string", _AGAIN),
    "escape": ("E-104", "{seen} is no JSON escape", _AGAIN),
    "trailing": (
        "E-104",
        "{seen} follows after the end of the JSON value",
        "keep one JSON value in the file",
    ),
    "surrogate": ("E-105", "{seen} is half of a surrogate pair", _AGAIN),
    "utf8": ("E-105", "{seen} is not UTF-8", 'save it as UTF-8, in Python open(path, "w", encoding="utf-8")'),
    "duplicate_key": ("E-106", "the key {seen} occurs twice in one object", "keep one of the two values"),
    "depth": (
        "E-107",
        f"the values are nested deeper than {MAX_DEPTH}",
        "annotations nest 5 deep: check the file",
    ),
}


def parse(text: bytes | bytearray, name: str) -> Any:
    """The objects of a JSON text (E-103 to E-107)."""
    from truebox.datasets.texts import json_pieces  # noqa: PLC0415  imported late: only a text the native reader declined needs it (8 ms)

    check_text(text, name)
    try:
        return json_pieces.decoded_in_pieces(text)
    except json_pieces.UNDECODED as error:
        problem = f"the text cannot be decoded ({str(error)[:200]})"
        raise InputError("E-104", name, problem, _AGAIN) from None


def members_of(text: bytes | bytearray, name: str, members: list[str]) -> Any:
    """The texts of some members of the object that a text holds; all else is stepped over (E-103 to E-107).

    Examples
    --------
    >>> [bytes(member) for member in members_of(b'{"a": [1], "b": [2]}', "x.json", ["b"])]
    [b'[2]']
    """
    try:
        return _kernels.find_members(text, members)
    except ValueError:
        check_text(text, name)
        raise InputError("E-104", name, f"no {' and '.join(members)} are there", _AGAIN) from None


def check_text(text: bytes | bytearray, name: str) -> None:
    """Refuse what is no strict JSON, saying where (E-103 to E-107)."""
    _check_encoding(text, name)
    fault = _kernels.find_fault(text, MAX_DEPTH)
    if fault is None:
        return
    kind, offset = fault
    code, problem, fix = _FAULTS[kind]
    line = text.count(b"\n", 0, offset) + 1
    column = offset - text.rfind(b"\n", 0, offset)
    place = f"{name} line {line} column {column} (byte {offset})"
    problem = problem.format(seen=_seen(text, kind, offset))
    if kind in ("not_finite", "number_range"):
        problem += _path_of_first_not_finite(text)
    raise InputError(code, place, problem, fix)


def _path_of_first_not_finite(text: bytes | bytearray) -> str:
    """Where the number stands in the data, such as `` (at [17].bbox[2])``; nothing where that is unknown."""
    import json  # noqa: PLC0415  imported late: only a refused text needs it (2 ms)

    if len(text) > _LARGEST_WALKED:
        return ""
    try:
        path = _walk_to_not_finite(json.loads(text), "")
    except (ValueError, RecursionError):  # another fault follows
        return ""
    return f" (at {path.removeprefix('.')})" if path else ""


def _walk_to_not_finite(value: Any, path: str) -> str | None:
    if isinstance(value, float):
        return None if math.isfinite(value) else path
    if isinstance(value, dict):
        members = ((f"{path}.{key}", held) for key, held in value.items())
    elif isinstance(value, list):
        members = ((f"{path}[{row}]", held) for row, held in enumerate(value))
    else:
        return None
    return next((found for at, held in members if (found := _walk_to_not_finite(held, at))), None)


def _check_encoding(text: bytes | bytearray, name: str) -> None:
    head = bytes(text[:4])
    if head[:1] not in (b"[", b"{"):
        refuse_what_is_not_read(bytes(text[:HEAD_SIZE]), name)
    if is_packed(head):
        raise InputError("E-110", name, "the file was compressed twice", "decompress it once")
    for mark, words in _MARKS:
        if head.startswith(mark):
            raise _encoding(name, words)
    if b"\0" in head and head.strip(b"\0"):
        raise _encoding(name, "UTF-16 or UTF-32")
    if not text[:4096].strip() and not text.strip():
        raise InputError("E-103", name, "the file holds only blanks", "write the file again")


def _encoding(name: str, words: str) -> InputError:
    fix = 'save it as plain UTF-8, in Python open(path, "w", encoding="utf-8")'
    return InputError("E-105", name, f"the text is {words}, need UTF-8 without a mark", fix)


def _seen(text: bytes | bytearray, kind: str, offset: int) -> str:
    """What stands at `offset`, short enough for a message and free of control characters."""
    rest = bytes(text[offset : offset + 24])
    if kind in ("utf8", "control_character"):
        return f"byte 0x{rest[0]:02x}"
    for stop in (b",", b"]", b"}", b"\n", b":" if kind == "duplicate_key" else b"\n"):
        if rest.find(stop) > 0:
            rest = rest[: rest.find(stop)]
    shown = rest.decode("utf-8", "replace").strip()
    if not shown or not shown[0].isprintable() or shown[0] == "\ufffd":  # no text at all
        return f"byte 0x{rest[0]:02x}" if rest else "nothing"
    return "".join(letter if letter.isprintable() else "?" for letter in shown)
