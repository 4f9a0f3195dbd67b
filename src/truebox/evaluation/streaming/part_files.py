"""Parts as files: what of them is read at once, and what class by class."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
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
    stream : file
        Open for reading.
    ids : array [I]
    digests : bytes array [I]
    given, truths : int64 arrays [I]
        Rows of detections and truths.
    notes : int64 array [I, 5]
    annotation_image, annotation_ids : int64 arrays
        Of annotations: the place of the image in the part, and the id.
    """

    name: str
    head: PartHead
    stream: IO[bytes]
    ids: Any
    digests: AnyArray
    given: Int64Array
    truths: Int64Array
    notes: Int64Array
    annotation_image: Int64Array
    annotation_ids: Int64Array

    def class_stream(self, category: int) -> bytes:
        """The bytes of one class."""
        if category + 3 >= len(self.head.sections):
            return b""  # an open class that this part never saw
        begin, end = self.head.sections[3 + category]
        self.stream.seek(begin)
        return self.stream.read(end - begin)

    def close(self) -> None:
        """Let go of the file."""
        self.stream.close()


def open_part(source: str | PathLike[str] | bytes, protocol: DetectionProtocol | None = None) -> PartFile:
    """Open a part, and check that every byte is as it was written.

    Raises
    ------
    InputError
        It is damaged (E-574) or of another version (E-575).
    """
    if isinstance(source, bytes):
        return _opened(io.BytesIO(source), "bytes", protocol)
    try:
        stream = open(source, "rb")  # noqa: SIM115  closed with the part
    except OSError as error:
        raise InputError(
            "E-101", str(source), f"cannot be read ({error.strerror})", "check the path of the part"
        ) from None
    try:
        return _opened(stream, str(source), protocol)
    except BaseException:
        stream.close()
        raise


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
