"""The records of images, in the order in which they came, each id once."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from truebox._native import packing as native
from truebox._writing.counted import agreeing, counted
from truebox._writing.nearest import did_you_mean
from truebox.errors import ArgumentError, InputError
from truebox.records import Ids

if TYPE_CHECKING:
    from truebox.typing import BoolArray, Int64Array

__all__ = ["Block", "HeldImages", "Repeated", "as_ids", "expected_ids", "refuse_repeated_images"]

Repeated = Literal["same", "refuse", "lowest"]
_DIGEST = 16
_MANY_BLOCKS = 512


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Records of some images.

    Parameters
    ----------
    data : bytes
    ids : int64 array or object array of str [I]
    begin, end : int64 arrays [I]
    """

    data: bytes
    ids: Any
    begin: Int64Array
    end: Int64Array

    def __len__(self) -> int:
        return len(self.ids)

    def only(self, kept: BoolArray) -> Block:
        """The images of a mask; the bytes of others stay, unread."""
        if kept.all():
            return self
        return Block(self.data, self.ids[kept], self.begin[kept], self.end[kept])

    def record(self, place: int) -> bytes:
        """The bytes of one image."""
        return self.data[self.begin[place] : self.end[place]]


class HeldImages:
    """Blocks of records, and what is done where an image comes again.

    Parameters
    ----------
    repeated : {"same", "refuse", "lowest"}
    """

    def __init__(self, repeated: Repeated) -> None:
        if repeated not in ("same", "refuse", "lowest"):
            hint = did_you_mean(repeated, ("same", "refuse", "lowest"))
            raise ArgumentError(
                f"repeated: {repeated!r} is unknown.{hint} Fix: pass 'same', 'refuse' or 'lowest'."
            )
        self.repeated = repeated
        self.blocks: list[Block] = []
        self.again = 0
        self._known: set[Any] = set()

    def __len__(self) -> int:
        return len(self._known)

    @property
    def ids(self) -> set[Any]:
        """Every id; not to be changed."""
        return self._known

    @property
    def nbytes(self) -> int:
        """Bytes of records."""
        return sum(int((block.end - block.begin).sum()) for block in self.blocks)

    def add(self, block: Block) -> None:
        """Take the block; its ids are distinct.

        Raises
        ------
        InputError
            An image is held already, and the rule does not say what to do (E-570), or ids are of two
            kinds (E-572).
        """
        ids = block.ids.tolist()
        self._refuse_other_kind(ids)
        if not self._known.isdisjoint(ids):
            block = self._without_repeated(block, ids)
            ids = block.ids.tolist()
        self.blocks.append(block)
        self._known.update(ids)
        if len(self.blocks) > _MANY_BLOCKS:
            self._join_small()

    def add_all(self, blocks: Sequence[Block]) -> None:
        """Take all of them or, where one is refused, none."""
        before = list(self.blocks), self.again, set(self._known)
        try:
            for block in blocks:
                self.add(block)
        except InputError:
            self.blocks, self.again, self._known = before
            raise

    def mark(self) -> tuple[list[Block], int]:
        """What `back` needs to forget all that comes from now on."""
        return list(self.blocks), self.again

    def back(self, mark: tuple[list[Block], int]) -> None:
        """Hold what was held at a mark, and nothing else."""
        self.blocks, self.again = list(mark[0]), mark[1]
        self._known = {image for block in self.blocks for image in block.ids.tolist()}

    def digests(self) -> bytes:
        """Of each record, in the order of the ids."""
        if not self.blocks:
            return b""
        ids = np.concatenate([block.ids for block in self.blocks])
        found = [_digest(block.record(place)) for block in self.blocks for place in range(len(block))]
        return b"".join(found[place] for place in np.argsort(ids, kind="stable").tolist())

    def _refuse_other_kind(self, ids: Sequence[Any]) -> None:
        held = next(iter(self._known), None)
        if held is None or not ids or isinstance(held, str) == isinstance(ids[0], str):
            return
        raise InputError(
            "E-572",
            "images",
            f"{ids[0]!r} and {held!r} are ids of two kinds",
            "give every image a whole number, or every image a text",
        )

    def _without_repeated(self, block: Block, ids: Sequence[Any]) -> Block:
        """The block without what is held already; what is held without what the rule replaces."""
        again = {each: place for place, each in enumerate(ids) if each in self._known}
        others = self._held_elsewhere(again)
        other = {each: place for each, place in again.items() if block.record(place) != others[each][1]}
        refuse_repeated_images(list(again), list(other), self.repeated)
        replaced = {
            each for each, place in other.items() if _digest(block.record(place)) < _digest(others[each][1])
        }
        for number, held in enumerate(self.blocks):
            if replaced:
                self.blocks[number] = held.only(~np.isin(held.ids, _as_array(sorted(replaced))))
        self.again += len(again)
        kept = np.ones(len(block), dtype=bool)
        kept[[place for each, place in again.items() if each not in replaced]] = False
        return block.only(kept)

    def _held_elsewhere(self, again: dict[Any, int]) -> dict[Any, tuple[Block, bytes]]:
        wanted = _as_array(list(again))
        found = {}
        for block in self.blocks:
            for place in np.flatnonzero(np.isin(block.ids, wanted)).tolist():
                found[block.ids[place]] = (block, block.record(place))
        return found

    def _join_small(self) -> None:
        """One block instead of many small ones."""
        joined = Block(
            b"".join(block.record(place) for block in self.blocks for place in range(len(block))),
            np.concatenate([block.ids for block in self.blocks]),
            *_bounds(np.concatenate([block.end - block.begin for block in self.blocks])),
        )
        self.blocks = [joined]

    def in_order(self) -> tuple[Ids, native.PackedPlaces]:
        """The ids ascending, numbers by value and texts by code point, and where their records lie."""
        if not self.blocks:
            none = np.empty(0, dtype=np.int64)
            return Ids(none), native.PackedPlaces([], none.astype(np.int32), none, none)
        ids = np.concatenate([block.ids for block in self.blocks])
        order = np.argsort(ids, kind="stable")
        number = np.repeat(np.arange(len(self.blocks), dtype=np.int32), [len(block) for block in self.blocks])
        begin = np.concatenate([block.begin for block in self.blocks])[order]
        end = np.concatenate([block.end for block in self.blocks])[order]
        places = native.PackedPlaces([block.data for block in self.blocks], number[order], begin, end)
        ordered = ids[order]
        if ids.dtype == object:
            return Ids(np.arange(len(ordered)), tuple(ordered.tolist())), places
        return Ids(ordered), places


def refuse_repeated_images(again: Sequence[Any], other: Sequence[Any], repeated: Repeated) -> None:
    """Raise InputError (E-570) where the rule does not allow images that came again, or came as others."""
    refused = again if repeated == "refuse" else other if repeated == "same" else []
    if not refused:
        return
    how = "" if repeated == "refuse" else ", with other objects or detections"
    first, many = ", ".join(map(repr, sorted(refused)[:3])), len(refused)
    raise InputError(
        "E-570",
        "images",
        f"{counted(many, 'image')} {agreeing(many, 'is', 'are')} given more than once{how} (id {first})",
        "give each image to one part only; repeated='lowest' keeps one of them, whatever came first",
    )


def expected_ids(images: Any) -> set[Any] | None:
    """Every image there will be, from what was said of them; None where nothing was.

    Raises
    ------
    ArgumentError
        A text, bytes or a mapping, whose signs or keys are meant by nobody.
    InputError
        As of `as_ids`.

    Examples
    --------
    >>> expected_ids(["a", "b"]) == {"a", "b"}, expected_ids(None)
    (True, None)
    """
    if images is None:
        return None
    if isinstance(images, (str, bytes, bytearray, Mapping)):
        raise ArgumentError(f"images is {images!r:.60}; expected a list of image ids")
    return set(as_ids(list(images)).tolist())


def as_ids(values: Sequence[Any]) -> Any:
    """Ids as an array: of int64, or of texts as they are.

    Raises
    ------
    InputError
        They are neither all whole numbers nor all texts (E-572), or one is there twice (E-570).
    """
    kinds = {type(value) for value in values}
    if kinds - {int} and kinds - {str}:
        odd = next((value for value in values if type(value) not in (int, str)), values[0])
        raise InputError(
            "E-572",
            "images",
            f"{odd!r} is no id beside the others",
            "give every image a whole number, or every image a text",
        )
    if len(set(values)) < len(values):
        twice = next(value for value in values if list(values).count(value) > 1)
        raise InputError(
            "E-570", "images", f"id {twice!r} is given twice in one update", "give each image once"
        )
    return _as_array(values)


def _as_array(values: Sequence[Any]) -> Any:
    if not values or isinstance(values[0], int):
        return np.array(values, dtype=np.int64)
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _bounds(lengths: Int64Array) -> tuple[Int64Array, Int64Array]:
    end = np.cumsum(lengths)
    return end - lengths, end


def _digest(record: bytes) -> bytes:
    return hashlib.blake2b(record, digest_size=_DIGEST).digest()
