"""The file of a part: what was asked, which images were seen, and their outcomes class by class.

``TBXPART`` and a line end, the version as a 32-bit number, the length of the head as a 64-bit number, the
head as JSON, the ids of the images (int64, or in the head where they are texts), 16 bytes of digest for each
image, what there is of each image beside its cells, the stream of each class, and the SHA-256 of all of it.
Numbers are little-endian.
Images stand in the order of their ids, so that the same images give the same bytes however they came.
"""

from __future__ import annotations

import hashlib
import json
import struct
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._native import packing as native
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.streaming.held_images import Block, as_ids
from truebox.evaluation.streaming.noticed import Noticed
from truebox.evaluation.streaming.packed_cases import totals_of
from truebox.evaluation.streaming.stream_question import StreamQuestion

if TYPE_CHECKING:
    from truebox.evaluation.protocol import DetectionProtocol
    from truebox.evaluation.streaming.held_images import HeldImages

__all__ = [
    "DIGEST",
    "FIXED",
    "PART_VERSION",
    "SHA",
    "Part",
    "PartHead",
    "damaged",
    "from_part",
    "ids_of",
    "read_head",
    "to_part",
]

MAGIC = b"TBXPART\n"
PART_VERSION = 1
DIGEST = 16
FIXED = struct.Struct("<8sIQ")
SHA = 32


@dataclass(frozen=True, slots=True, eq=False)
class PartHead:
    """What a part says of itself, and where its sections are.

    Parameters
    ----------
    said : mapping
        The head, as written.
    question : StreamQuestion
    noticed : Noticed
    begin : int
        Of the ids, in the file.
    """

    said: dict[str, Any]
    question: StreamQuestion
    noticed: Noticed
    begin: int

    @property
    def images(self) -> int:
        """How many."""
        return int(self.said["images"])

    @property
    def sections(self) -> tuple[tuple[int, int], ...]:
        """Begin and end of ids, digests, image heads and the stream of each class."""
        named = self.said["ids"] is not None
        lengths = [
            0 if named else 8 * self.images,
            DIGEST * self.images,
            self.said["heads"],
            *self.said["streams"],
        ]
        ends = np.cumsum([self.begin, *lengths]).tolist()
        return tuple(pairwise(ends))


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A part that was read whole."""

    question: StreamQuestion
    noticed: Noticed
    arrived: int | None
    again: int
    block: Block


def to_part(question: StreamQuestion, held: HeldImages, noticed: Noticed, arrived: int | None) -> bytes:
    """The bytes of the file."""
    images, places = held.in_order()
    shape = question.packed_shape
    totals = totals_of(places, question, len(images))
    heads, streams = native.class_streams(places, shape)
    head = {
        "question": question.to_dict(),
        "noticed": noticed.to_dict(),
        "arrived": arrived,
        "again": held.again,
        "images": len(images),
        "ids": images.tolist() if images.are_strings else None,
        "heads": len(heads),
        "streams": [len(stream) for stream in streams],
        "kept": totals.kept.tolist(),
        "detections": totals.given,
        "truths": totals.given_truths,
    }
    text = json.dumps(head, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    numbers = b"" if images.are_strings else images.values.astype("<i8").tobytes()
    body = b"".join(
        (
            FIXED.pack(MAGIC, PART_VERSION, len(text)),
            text,
            numbers,
            held.digests(),
            heads,
            *streams,
        )
    )
    return body + hashlib.sha256(body).digest()


def read_head(data: Any, name: str, protocol: DetectionProtocol | None = None) -> PartHead:
    """The head of a part; `data` begins with it.

    Raises
    ------
    InputError
        It is no part or is cut (E-574), or is of another version (E-575).
    """
    try:
        memoryview(data)
    except TypeError:
        raise ArgumentError(f"{name} is a {type(data).__name__}; expected the bytes of a part") from None
    if len(data) < FIXED.size:
        raise damaged(name, "is too short")
    magic, version, length = FIXED.unpack_from(data)
    if magic != MAGIC:
        raise damaged(name, "does not begin as a part of an evaluation does")
    if version != PART_VERSION:
        raise InputError(
            "E-575",
            name,
            f"a part of version {version}, this Truebox reads version {PART_VERSION}",
            "make the part again with this Truebox, or merge with the one that made it",
        )
    if len(data) < FIXED.size + length:
        raise damaged(name, "is cut")
    try:
        said = json.loads(bytes(data[FIXED.size : FIXED.size + length]))
        question = StreamQuestion.from_dict(said["question"], protocol)
        noticed = Noticed.from_dict(said["noticed"])
        head = PartHead(said, question, noticed, FIXED.size + length)
        if len(head.sections) != 3 + question.columns or min(said["streams"], default=0) < 0:
            raise damaged(name, "has a head that does not fit its classes")
        return head
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError) as error:
        raise damaged(name, f"has a head that cannot be read ({type(error).__name__})") from None


def from_part(data: bytes, name: str, protocol: DetectionProtocol | None = None) -> Part:
    """Everything a part holds.

    Raises
    ------
    InputError
        As `read_head`; and where its digest is not that of its bytes (E-574).
    """
    head = read_head(data, name, protocol)
    sections = head.sections
    end = sections[-1][1]
    if len(data) != end + SHA:
        raise damaged(name, f"has {len(data)} bytes and says {end + SHA}")
    view = memoryview(data)
    if hashlib.sha256(view[:end]).digest() != data[end:]:
        raise damaged(name, "was altered: its SHA-256 is another")
    heads = data[slice(*sections[2])]
    streams = [data[slice(*section)] for section in sections[3:]]
    try:
        records, begins = native.image_records(heads, streams, head.images, head.question.packed_shape)
    except ValueError as error:
        raise damaged(name, str(error)) from None
    places = np.frombuffer(begins, dtype=np.int64)
    block = Block(records, ids_of(head, view[slice(*sections[0])]), places[:-1], places[1:])
    return Part(head.question, head.noticed, head.said["arrived"], head.said["again"], block)


def ids_of(head: PartHead, numbers: Any) -> Any:
    """The ids of the images, as a `Block` has them."""
    if head.said["ids"] is not None:
        return as_ids(head.said["ids"])
    return np.frombuffer(numbers, dtype="<i8").astype(np.int64)


def damaged(name: str, problem: str) -> InputError:
    return InputError("E-574", name, f"the part {problem}", "make it again: truebox part, or Evaluator.save")
