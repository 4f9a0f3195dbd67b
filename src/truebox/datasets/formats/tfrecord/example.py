"""The message ``tf.train.Example``: named lists of bytes, of floats or of whole numbers.

``Example { Features features = 1; }``, ``Features { map<string, Feature> feature = 1; }``,
``Feature { BytesList = 1 | FloatList = 2 | Int64List = 3 }``, each list ``repeated value = 1``.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from truebox.errors import InputError

__all__ = ["Values", "as_example", "read_example"]

Values: TypeAlias = "list[bytes] | list[float] | list[int]"

_VARINT, _EIGHT, _LENGTH, _FOUR = 0, 1, 2, 5
_BYTES, _FLOATS, _WHOLES = 1, 2, 3
_Field: TypeAlias = tuple[int, int, int, int]


class _DamageError(ValueError):
    """Bytes that are no message."""


def read_example(data: bytes, place: str, row: int, prefixes: tuple[str, ...] = ("",)) -> dict[str, Values]:
    """The lists of an example by name, of names that begin with one of `prefixes`.

    Raises
    ------
    InputError
        The bytes are no such message (E-456).

    Examples
    --------
    >>> read_example(as_example({"image/width": [640]}), "a.tfrecord record 1", 0)
    {'image/width': [640]}
    """
    begins = tuple(prefix.encode() for prefix in prefixes)
    found: dict[str, Values] = {}
    try:
        for entry_start, entry_end in _entries(data):
            key, value = b"", (0, 0)
            for number, wire, start, end in _fields(data, entry_start, entry_end):
                if wire == _LENGTH and number == 1:
                    key = data[start:end]
                elif wire == _LENGTH and number == 2:
                    value = start, end
            if key.startswith(begins):
                found[key.decode("utf-8")] = _values(data, *value)
    except _DamageError as error:
        problem = f"the data is no tf.train.Example: {error}"
        raise InputError("E-456", place, problem, "write the records again", row=row) from None
    except UnicodeDecodeError:
        problem = "the name of a feature is not UTF-8"
        raise InputError("E-456", place, problem, "write the records again", row=row) from None
    return found


def as_example(features: Mapping[str, Values]) -> bytes:
    r"""The message of these lists, in the order of their names.

    Examples
    --------
    >>> as_example({}), len(as_example({"image/filename": [b"a.jpg"]}))
    (b'\n\x00', 31)
    """
    entries = []
    for name in sorted(features):
        entry = _part(1, name.encode()) + _part(2, _feature(features[name]))
        entries.append(_part(1, entry))
    return _part(1, b"".join(entries))


def _entries(data: bytes) -> Iterator[tuple[int, int]]:
    """First and last position of every entry of the map of features."""
    for number, wire, start, end in _fields(data, 0, len(data)):
        if number == 1 and wire == _LENGTH:
            for inner, form, first, last in _fields(data, start, end):
                if inner == 1 and form == _LENGTH:
                    yield first, last


def _fields(data: bytes, at: int, end: int) -> Iterator[_Field]:
    """Number, kind, and first and last position of every field; nothing is looked at beyond `end`."""
    while at < end:
        tag, at = _varint(data, at, end)
        number, wire = tag >> 3, tag & 7
        start = at
        if wire == _VARINT:
            _, at = _varint(data, at, end)
        elif wire == _LENGTH:
            length, start = _varint(data, at, end)
            at = start + length
        elif wire in (_EIGHT, _FOUR):
            at += 8 if wire == _EIGHT else 4
        else:
            raise _DamageError(f"a field is of the unknown kind {wire}")
        if number == 0:
            raise _DamageError("a field has the number 0")
        if at > end:
            raise _DamageError("a field is longer than what holds it")
        yield number, wire, start, at


def _varint(data: bytes, at: int, end: int) -> tuple[int, int]:
    if at < end and data[at] < 0x80:  # most are one byte: 6 % of the time of a file
        return data[at], at + 1
    value = shift = 0
    while at < end:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            if value >= 1 << 64:
                break
            return value, at
        shift += 7
        if shift > 63:
            break
    raise _DamageError("a number has no end")


def _values(data: bytes, at: int, end: int) -> Values:
    """The list of a feature; the last where it has several, as protobuf says of a oneof."""
    values: Values = []
    for kind, wire, start, stop in _fields(data, at, end):
        if wire != _LENGTH or kind not in (_BYTES, _FLOATS, _WHOLES):
            continue
        fields = [field for field in _fields(data, start, stop) if field[0] == 1]
        if kind == _BYTES:
            values = [data[first:last] for _, form, first, last in fields if form == _LENGTH]
        elif kind == _FLOATS:
            values = [number for field in fields for number in _floats(data, *field[1:])]
        else:
            values = [number for field in fields for number in _wholes(data, *field[1:])]
    return values


def _floats(data: bytes, wire: int, start: int, end: int) -> tuple[float, ...]:
    """One float, or as many as are packed."""
    if wire not in (_FOUR, _LENGTH) or (end - start) % 4:
        raise _DamageError("a list of floats has half a float")
    return struct.unpack(f"<{(end - start) // 4}f", data[start:end])


def _wholes(data: bytes, wire: int, start: int, end: int) -> Iterator[int]:
    if wire not in (_VARINT, _LENGTH):
        raise _DamageError("a list of whole numbers holds something else")
    while start < end:
        value, start = _varint(data, start, end)
        yield value - (1 << 64) if value >= 1 << 63 else value


def _feature(values: Values) -> bytes:
    if not values:
        return b""
    if isinstance(values[0], bytes):
        return _part(_BYTES, b"".join(_part(1, value) for value in values if isinstance(value, bytes)))
    if isinstance(values[0], float):
        return _part(_FLOATS, _part(1, struct.pack(f"<{len(values)}f", *values)))
    return _part(_WHOLES, _part(1, b"".join(_number(int(value)) for value in values)))


def _part(number: int, content: bytes) -> bytes:
    return _number(number << 3 | _LENGTH) + _number(len(content)) + content


def _number(value: int) -> bytes:
    value &= (1 << 64) - 1
    held = bytearray()
    while value >= 0x80:
        held.append(value & 0x7F | 0x80)
        value >>= 7
    held.append(value)
    return bytes(held)
