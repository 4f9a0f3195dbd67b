"""Records in a file: length, checksum, data, checksum."""

from __future__ import annotations

import io
import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from truebox._native import datasets as _kernels
from truebox.datasets.texts.files import open_file, read_bytes
from truebox.datasets.texts.packed import MAGIC_SIZE, is_packed
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.datasets.row_errors import RowErrors

__all__ = ["begins_as_record", "framed", "read_frames"]

_HEAD = 12
_TAIL = 4
_AGAIN = "copy the file again, or write it again"


def begins_as_record(head: bytes) -> bool:
    """Whether bytes begin with a length and its own checksum; four bytes agree by chance in one of 2^32.

    Examples
    --------
    >>> begins_as_record(framed(b"data")), begins_as_record(b"0 0.5 0.5 0.1 0.1")
    (True, False)
    """
    return len(head) >= _HEAD and _sum(head[:8]) == head[8:_HEAD]


def framed(data: bytes) -> bytes:
    """One record.

    Examples
    --------
    >>> len(framed(b"data"))
    20
    """
    length = struct.pack("<Q", len(data))
    return b"".join((length, _sum(length), data, _sum(data)))


def read_frames(path: Path, errors: RowErrors) -> Iterator[tuple[int, bytes]]:
    """Number (from 1) and data of every record, one at a time; compressed ones are read as well.

    Raises
    ------
    InputError
        A checksum is wrong or the file ends early (E-455). Data that fails its own checksum is a row error:
        the next record begins where it should.
    """
    with _opened(path) as stream:
        size = stream.seek(0, os.SEEK_END)
        stream.seek(0)
        number = 0
        while head := stream.read(_HEAD):
            number += 1
            place = f"{path} record {number}"
            if len(head) < _HEAD:
                raise InputError("E-455", place, "the file ends inside its length", _AGAIN)
            if _sum(head[:8]) != head[8:]:
                problem = "the checksum of its length is wrong: this is no TFRecord file, or it is damaged"
                raise InputError("E-455", place, problem, _AGAIN)
            length, rest = int.from_bytes(head[:8], "little"), size - stream.tell()
            if length + _TAIL > rest:
                problem = f"it should have {length} bytes and a checksum, but the file ends after {rest}"
                raise InputError("E-455", place, problem, _AGAIN)
            data = stream.read(length)
            if _sum(data) != stream.read(_TAIL):
                row = number - 1
                errors.refuse(
                    InputError("E-455", place, "the checksum of its data is wrong", _AGAIN, row=row)
                )
                continue
            yield number, data


def _opened(path: Path) -> BinaryIO:
    stream = open_file(path)
    if not is_packed(stream.read(MAGIC_SIZE)):
        return stream
    stream.close()
    return io.BytesIO(read_bytes(path))


def _sum(data: bytes) -> bytes:
    crc = _kernels.crc32c(data)
    masked = ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF
    return masked.to_bytes(4, "little")
