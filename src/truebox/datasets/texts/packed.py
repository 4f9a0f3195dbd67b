"""Compressed files of one text, gzip and Zstandard: known by their first bytes, unpacked within bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, BinaryIO

from truebox._lazily import deferred
from truebox._named import NamedTuple
from truebox.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    import zlib
else:
    zlib = deferred("zlib")  # only what is compressed needs it (.3 ms)

__all__ = ["MAGIC_SIZE", "PACKED_SUFFIXES", "decompressed", "is_packed", "start_of", "without_packing"]

MAGIC_SIZE = 4
"""How many bytes of a file say whether it is compressed."""

PACKED_SUFFIXES = (".gz", ".zst")
"""What the names of compressed files end with."""

# JSON of annotations compresses 4 to 12 times; text built to exhaust memory, about 1,000 times.
_RATIO_CAP = 200
_SIZE_FLOOR = 64 << 20
_CHUNK = 4 << 20
# A block of Zstandard, of up to 128 KiB, is unpacked as a whole (RFC 8878, 3.1.1.2.4).
_FIRST_BLOCK = 160 << 10
_FED = 64 << 10
# `zstandard` unpacks all it is given: of four bytes for each block, 128 MiB at most.
_FED_UNBOUNDED = 4 << 10
# The standard library since 3.14, then packages.
_ZSTD_PACKAGES = ("compression.zstd", "backports.zstd", "pyzstd", "zstandard", "pyarrow")
_ENDS_EARLY = "the compressed data ends early"


class _BrokenError(Exception):
    """What is wrong with the compressed data, in words."""


def is_packed(head: bytes | bytearray) -> bool:
    r"""Whether bytes begin as gzip or Zstandard does.

    Examples
    --------
    >>> is_packed(b"\x1f\x8b\x08\x00"), is_packed(b'{"images": []}')
    (True, False)
    """
    return _kind_of(head) is not None


def without_packing(name: str) -> str:
    """The name of what is in a compressed file; any other name as it is.

    Examples
    --------
    >>> without_packing("truth.json.gz"), without_packing("truth.json")
    ('truth.json', 'truth.json')
    """
    ending = next((each for each in PACKED_SUFFIXES if name.lower().endswith(each)), "")
    return name[: len(name) - len(ending)]


def start_of(stream: BinaryIO, size: int, unpacked: int | None = None) -> bytes:
    """The first `size` bytes, of compressed data up to `unpacked` of its text; nothing where it is broken.

    The stream may be anywhere afterwards.

    Raises
    ------
    MissingExtraError
        The data is Zstandard, and no package that reads it is installed.

    Examples
    --------
    >>> import gzip, io
    >>> start_of(io.BytesIO(gzip.compress(b"[1, 2, 3]")), 100, 4)
    b'[1, '
    """
    head = stream.read(size)
    kind = _kind_of(head)
    if kind is None:
        return head
    if len(head) == size:
        head += stream.read(max(0, _FIRST_BLOCK - size))
    wanted, text = size if unpacked is None else unpacked, b""
    try:
        for piece in kind.pieces(head, wanted):
            text += piece
            if len(text) >= wanted:
                break
    except _BrokenError:  # it ends early; what else is wrong, reading the file says
        pass
    return text[:wanted]


def decompressed(data: bytes, name: str) -> bytearray:
    """The text inside compressed data, of all its members, refused when broken or out of proportion.

    Raises
    ------
    InputError
        It holds nothing (E-103), is broken or out of proportion (E-110).
    MissingExtraError
        The data is Zstandard, and no package that reads it is installed.

    Examples
    --------
    >>> import gzip
    >>> decompressed(gzip.compress(b"[1, 2]"), "truth.json.gz")
    bytearray(b'[1, 2]')
    """
    kind = _kind_of(data)
    if kind is None:
        return bytearray(data)
    limit = max(_SIZE_FLOOR, _RATIO_CAP * len(data))
    text = bytearray()
    try:
        for piece in kind.pieces(data, _CHUNK):
            text += piece
            if len(text) > limit:
                problem = f"{len(data)} bytes of {kind.title} grow beyond {limit} bytes"
                fix = "decompress the file yourself if you trust it"
                raise InputError("E-110", name, f"{problem}; that is no annotation file", fix)
    except _BrokenError as error:
        fix = "compress the file again, or copy it again if it was a download"
        raise InputError("E-110", name, f"the {kind.title} data is broken: {error}", fix) from None
    if not text:
        fix = "write and compress the file again"
        raise InputError("E-103", name, f"the {kind.title} file holds no text", fix)
    return text


_Pieces = Callable[[bytes, int], Iterator[bytes]]


class _Kind(NamedTuple):
    title: str
    pieces: _Pieces


def _kind_of(head: bytes | bytearray) -> _Kind | None:
    if head.startswith(b"\x1f\x8b"):
        return _GZIP
    # A frame, or one to be skipped, as programs with several threads write before each (RFC 8878, 3.1).
    skipped = head[1:4] == b"\x2a\x4d\x18" and head[0] & 0xF0 == 0x50
    return _ZSTD if skipped or head.startswith(b"\x28\xb5\x2f\xfd") else None


def _of_gzip(data: bytes, most: int) -> Iterator[bytes]:
    at = 0
    try:
        while at < len(data):
            member = zlib.decompressobj(wbits=31)
            while at < len(data) and not member.eof:
                yield member.decompress(data[at : at + _FED], most)
                at += _FED
                while not member.eof and (tail := member.unconsumed_tail):
                    yield member.decompress(tail, most)
            while not member.eof:
                piece = member.decompress(b"", most)
                if not piece:
                    raise _BrokenError(_ENDS_EARLY)
                yield piece
            at = _after_zeros(data, min(at, len(data)) - len(member.unused_data))
    except zlib.error as error:
        raise _BrokenError(_reason(error)) from None


def _after_zeros(data: bytes, at: int) -> int:
    """Where what fills up a block of a tape ends."""
    while (part := data[at : at + _FED]) and not part.strip(b"\0"):
        at += len(part)
    return at + len(part) - len(part.lstrip(b"\0"))


def _of_zstd(data: bytes, most: int) -> Iterator[bytes]:
    module = next(filter(None, map(_imported, _ZSTD_PACKAGES)), None)
    if module is None:
        raise MissingExtraError("backports.zstd", "zstd", "Reading Zstandard files before Python 3.14")
    wrong: Any = OSError if module.__name__ == "pyarrow" else module.ZstdError
    try:
        if module.__name__ == "pyarrow":
            yield from _by_arrow(module, data, most)
        else:
            yield from _by_frames(module, data, most)
    except wrong as error:
        raise _BrokenError(_reason(error)) from None


def _by_arrow(module: Any, data: bytes, most: int) -> Iterator[bytes]:
    stream = module.CompressedInputStream(module.BufferReader(data), "zstd")
    while piece := stream.read(most):
        yield piece


def _by_frames(module: Any, data: bytes, most: int) -> Iterator[bytes]:
    unbounded = module.__name__ == "zstandard"
    fed = _FED_UNBOUNDED if unbounded else _FED
    at = 0
    while at < len(data):
        frame = module.ZstdDecompressor()
        frame = frame.decompressobj() if unbounded else frame
        while at < len(data) and not frame.eof:
            part = data[at : at + fed]
            at += len(part)
            yield frame.decompress(part) if unbounded else frame.decompress(part, most)
            while not (unbounded or frame.eof or frame.needs_input):
                yield frame.decompress(b"", most)
        if not frame.eof:
            raise _BrokenError(_ENDS_EARLY)
        at -= len(frame.unused_data)


def _reason(error: Exception) -> str:
    said = str(error).split(": ", 1)[-1].rstrip(".")
    return _ENDS_EARLY if "runcated" in said else said[:1].lower() + said[1:]


def _imported(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except ImportError:
        return None


_GZIP = _Kind("gzip", _of_gzip)
_ZSTD = _Kind("Zstandard", _of_zstd)
