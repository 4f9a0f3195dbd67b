"""MATLAB's files of version 5, as far as lists of lists of numbers and texts go.

Source: MathWorks, MAT-File Format (version 5): a header of 128 bytes, then elements of a type, a length and
data, which may be deflated; a matrix is an element of elements: flags, dimensions, name, data.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from truebox.datasets.texts.files import read_bytes
from truebox.errors import InputError

__all__ = ["read_matlab"]

_HEADER = 128
_MATRIX, _DEFLATED = 14, 15
_CELL, _CHARACTERS = 1, 4
_NUMBERS = {
    1: "i1",
    2: "u1",
    3: "i2",
    4: "u2",
    5: "i4",
    6: "u4",
    7: "f4",
    9: "f8",
    12: "i8",
    13: "u8",
    16: "u1",
}
_DEEPEST = 8
_MOST = 1 << 30


class _BrokenError(Exception):
    """What the bytes say cannot be."""


def read_matlab(path: Path) -> dict[str, Any]:
    """The variables of a file: cells as lists in MATLAB's order, texts as `str`, numbers as arrays.

    Raises
    ------
    InputError
        It is no such file, or broken (E-428).
    """
    data = bytes(read_bytes(path))
    try:
        if len(data) < _HEADER or data[126:128] != b"IM":
            raise _BrokenError("it is no MATLAB file of version 5 with little-endian numbers")
        return dict(_variables(data[_HEADER:]))
    except (_BrokenError, struct.error, zlib.error, ValueError) as error:
        fix = "save it again in MATLAB with -v7, or give the text file of the truth"
        raise InputError("E-428", str(path), f"cannot be read: {error}", fix) from None


def _variables(data: bytes) -> list[tuple[str, Any]]:
    found = []
    while len(data) >= 8:
        kind, body, data = _element(data)
        if kind == _DEFLATED:
            kind, body, _ = _element(_inflated(body))
        if kind == _MATRIX:
            found.append(_matrix(body, 0))
    return found


def _inflated(body: bytes) -> bytes:
    stream = zlib.decompressobj()
    data = stream.decompress(body, _MOST)
    if stream.unconsumed_tail:
        raise _BrokenError("a variable is larger than 1 GiB")
    return data


def _element(data: bytes) -> tuple[int, bytes, bytes]:
    """Type and data of the first element, and what follows it."""
    (word,) = struct.unpack_from("<I", data)
    if word >> 16:  # four bytes or fewer stand in the tag itself
        return word & 0xFFFF, data[4 : 4 + (word >> 16)], data[8:]
    (length,) = struct.unpack_from("<I", data, 4)
    if length > len(data) - 8:
        raise _BrokenError(f"an element says it has {length} bytes and {len(data) - 8} are left")
    padded = length if word == _DEFLATED else -(-length // 8) * 8
    return word, data[8 : 8 + length], data[8 + padded :]


def _matrix(body: bytes, depth: int) -> tuple[str, Any]:
    """Name and value."""
    if not body:
        return "", np.empty((0, 0))
    if depth > _DEEPEST:
        raise _BrokenError(f"cells lie {depth} deep")
    _, flags, rest = _element(body)
    _, dimensions, rest = _element(rest)
    _, name, rest = _element(rest)
    shape = np.frombuffer(dimensions, "<i4").astype(np.int64)
    count, kind = int(shape.prod()), struct.unpack_from("<I", flags)[0] & 0xFF
    if (shape < 0).any() or count > _MOST:
        raise _BrokenError(f"a matrix says it is {' x '.join(map(str, shape))}")
    if kind == _CELL:
        cells = []
        for _ in range(count):
            of_cell, content, rest = _element(rest)
            if of_cell != _MATRIX:
                raise _BrokenError("a cell holds no matrix")
            cells.append(_matrix(content, depth + 1)[1])
        return name.decode("latin-1"), cells
    if not count:
        return name.decode("latin-1"), "" if kind == _CHARACTERS else np.empty(tuple(shape))
    stored, data, _ = _element(rest)
    if stored not in _NUMBERS:
        raise _BrokenError(f"numbers of type {stored} are not known")
    values = np.frombuffer(data, "<" + _NUMBERS[stored])
    if kind == _CHARACTERS:
        return name.decode("latin-1"), "".join(map(chr, values.tolist()))
    if len(values) != count:
        raise _BrokenError(f"{len(values)} numbers are not {count}")
    return name.decode("latin-1"), values.reshape(tuple(shape), order="F").astype(np.float64)
