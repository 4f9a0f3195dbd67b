"""MATLAB files of version 5, written from the published layout."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np


def _element(kind: int, data: bytes) -> bytes:
    return struct.pack("<II", kind, len(data)) + data + bytes(-len(data) % 8)


def _matrix(kind: int, shape: tuple[int, ...], content: bytes, name: str = "") -> bytes:
    head = _element(6, struct.pack("<II", kind, 0)) + _element(5, np.array(shape, "<i4").tobytes())
    return _element(14, head + _element(1, name.encode()) + content)


def matrix(value: Any, name: str = "") -> Any:
    """A text, or numbers in rows."""
    if isinstance(value, str):
        content = _element(4, np.array([ord(each) for each in value], "<u2").tobytes())
        return lambda given: _matrix(4, (1, len(value)), content, given or name)
    numbers = np.array(value, "<f8")
    numbers = numbers.reshape(numbers.shape if numbers.ndim == 2 else (0, 0))
    return lambda given: _matrix(6, numbers.shape, _element(9, numbers.tobytes(order="F")), given or name)


def cells(held: list[Any]) -> Any:
    """A column of cells."""
    content = b"".join(each("") for each in held)
    return lambda given: _matrix(1, (len(held), 1), content, given)


def matlab_file(variables: dict[str, Any], *, deflated: bool) -> bytes:
    """The bytes of a file with these variables."""
    elements = [make(name) for name, make in variables.items()]
    if deflated:
        elements = [struct.pack("<II", 15, len(packed)) + packed for packed in map(zlib.compress, elements)]
    return b"made for a test".ljust(124) + struct.pack("<HH", 0x0100, 0x4D49) + b"".join(elements)
