"""Parts as files: what of them is read at once, and what class by class."""

from __future__ import annotations

import hashlib
import io
import os
from dataclasses import dataclass, replace
from os import PathLike
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from truebox._native import packing as native
from truebox.errors import InputError
from truebox.evaluation.streaming.notes import NOTES
from truebox.evaluation.streaming.stored import DIGEST, FIXED, SHA, damaged, ids_of, read_head

if TYPE_CHECKING:
    from truebox.evaluation.protocol import DetectionProtocol
    from truebox.evaluation.streaming.stored import PartHead
    from truebox.typing import AnyArray, Int64Array

__all__ = ["PartFile", "open_part"]

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PartFile:
    """A part whose outcomes are still in its file.

    Parameters
    ----------
    name : str
    head : PartHead
    stream : file or None
        Open for reading; None where it is opened for each class, because a process may hold few files open.
    ids : array [I]
    digests : bytes array [I]
    given, truths : int64 arrays [I]
        Rows of detections and truths.
    notes : int64 array [I, 5]
    annotation_image, annotation_ids : int64 arrays
        Of annotations: the place of the image in the part, and the id.
    written : tuple of int
        What tells the file from one written over it meanwhile.
    """

    name: str
    head: PartHead
    stream: IO[bytes] | None
    ids: Any
    digests: AnyArray
    given: Int64Array
    truths: Int64Array
    notes: Int64Array
    annotation_image: Int64Array
    annotation_ids: Int64Array
    written: tuple[int, ...] = ()

    def class_stream(self, category: int) -> bytes:
        """The bytes of one class."""
        if category + 3 >= len(self.head.sections):
            return b""  # an open class that this part never saw
        section = self.head.sections[3 + category]
        if self.stream is not None:
            return _section(self.stream, section)
        with _open(self.name) as stream:
            if _written(stream) != self.written:
                raise damaged(self.name, "was written over while it was read")
            return _section(stream, section)

    def close(self) -> None:
        """Let go of the file."""
        if self.stream is not None:
            self.stream.close()


def open_part(
    source: str | PathLike[str] | bytes,
    protocol: DetectionProtocol | None = None,
    *,
    stays_open: bool = True,
) -> PartFile:
    """Open a part, and check that every byte is as it was written.

    Raises
    ------
    InputError
        It is damaged (E-574) or of another version (E-575).
    """
    if isinstance(source, bytes):
        return _opened(io.BytesIO(source), "bytes", protocol)
    stream = _open(str(source))
    try:
        part = _opened(stream, str(source), protocol)
    except BaseException:
        stream.close()
        raise
    if stays_open:
        return part
    with stream:
        return replace(part, stream=None, written=_written(stream))


def _open(path: str) -> IO[bytes]:
    try:
        return open(path, "rb")
    except OSError as error:
        raise InputError(
            "E-101", path, f"cannot be read ({error.strerror})", "check the path of the part"
        ) from None


def _written(stream: IO[bytes]) -> tuple[int, ...]:
    state = os.fstat(stream.fileno())
    return state.st_ino, state.st_size, state.st_mtime_ns


def _opened(stream: IO[bytes], name: str, protocol: DetectionProtocol | None) -> PartFile:
    first = stream.read(FIXED.size)
    length = FIXED.unpack(first)[2] if len(first) == FIXED.size else 0
    head = read_head(first + stream.read(min(length, 1 << 30)), name, protocol)
    _refuse_altered(stream, head.sections[-1][1], name)
    numbers, digests, heads = (_section(stream, section) for section in head.sections[:3])
    try:
        columns = native.image_heads(heads, head.images)
    except ValueError as error:
        raise damaged(name, str(error)) from None
    given, truths, notes, image, annotations = (np.frombuffer(each, dtype=np.int64) for each in columns)
    return PartFile(
        name=name,
        head=head,
        stream=stream,
        ids=ids_of(head, numbers),
        digests=np.frombuffer(digests, dtype=f"V{DIGEST}"),
        given=given,
        truths=truths,
        notes=notes.reshape(head.images, len(NOTES)),
        annotation_image=image,
        annotation_ids=annotations,
    )


def _section(stream: IO[bytes], section: tuple[int, int]) -> bytes:
    stream.seek(section[0])
    return stream.read(section[1] - section[0])


def _refuse_altered(stream: IO[bytes], end: int, name: str) -> None:
    size = stream.seek(0, io.SEEK_END)
    if size != end + SHA:
        raise damaged(name, f"has {size} bytes and says {end + SHA}")
    stream.seek(0)
    digest, left = hashlib.sha256(), end
    while left > 0:
        chunk = stream.read(min(left, _CHUNK))
        digest.update(chunk)
        left -= len(chunk)
    if digest.digest() != stream.read(SHA):
        raise damaged(name, "was altered: its SHA-256 is another")
