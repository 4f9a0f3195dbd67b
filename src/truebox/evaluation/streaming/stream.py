"""What an evaluator has seen, and how two such are put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from truebox._writing.counted import agreeing, counted
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.streaming.held_images import Block, HeldImages
from truebox.evaluation.streaming.noticed import Noticed
from truebox.evaluation.streaming.parts_result import result_of
from truebox.evaluation.streaming.stored import from_part, to_part

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from truebox.evaluation.protocol import DetectionProtocol
    from truebox.evaluation.streaming.held_images import Repeated
    from truebox.evaluation.streaming.stream_question import StreamQuestion
    from truebox.evaluation.streaming.streamed_result import StreamedResult

__all__ = ["Stream"]


class Stream:
    """Images seen, under one question.

    Parameters
    ----------
    question : StreamQuestion
    repeated : {"same", "refuse", "lowest"}
    expected : set of ids or None
        Every image there will be.
    """

    def __init__(
        self, question: StreamQuestion, repeated: Repeated, expected: AbstractSet[Any] | None = None
    ) -> None:
        self.question = question
        self.expected = expected
        self.held = HeldImages(repeated)
        self.noticed = Noticed()
        self.arrived: int | None = None
        """How many images were numbered as they came; None where all have names."""

    def __len__(self) -> int:
        return len(self.held)

    @classmethod
    def of_part(
        cls, data: bytes, name: str, repeated: Repeated, protocol: DetectionProtocol | None
    ) -> Stream:
        """What the bytes of a part hold."""
        part = from_part(data, name, protocol)
        found = cls(part.question, repeated)
        found.noticed, found.arrived = part.noticed, part.arrived
        if len(part.block):
            found.held.add(part.block)
        found.held.again = part.again
        return found

    def to_bytes(self) -> bytes:
        """The bytes of a part."""
        return to_part(self.question, self.held, self.noticed, self.arrived)

    def add(self, block: Block, question: StreamQuestion, noticed: Noticed, *, arrived: bool) -> None:
        """Take over a batch; nothing changes where it is refused."""
        self._refuse_unexpected(block.ids.tolist())
        self.held.add(block)
        self.question, self.noticed = question, noticed
        if arrived:
            self.arrived = (self.arrived or 0) + len(block)

    def mark(self) -> tuple[StreamQuestion, Noticed, int | None, tuple[list[Block], int]]:
        """What `back` needs to forget all that comes from now on."""
        return self.question, self.noticed, self.arrived, self.held.mark()

    def back(self, mark: tuple[StreamQuestion, Noticed, int | None, tuple[list[Block], int]]) -> None:
        """Have seen what was seen at a mark, and nothing else."""
        self.question, self.noticed, self.arrived, held = mark
        self.held.back(held)

    def take(self, part: Stream) -> None:
        """Take over what another has seen; nothing changes where it is refused."""
        self.question.refuse_other(part.question, empty=not len(self) or not len(part))
        self.question = self.question.grown(len(part.question.categories))
        if not len(part):
            return
        self.refuse_other_naming(arrived=part.arrived is not None)
        blocks = list(part.held.blocks)
        if part.arrived is not None:
            first = self.arrived or 0
            blocks = [replace(block, ids=block.ids + first) for block in blocks]
        for block in blocks:
            self._refuse_unexpected(block.ids.tolist())
        self.held.add_all(blocks)
        self.held.again += part.held.again
        self.question = self.question.with_truth_of(part.question)
        self.noticed = self.noticed.joined(part.noticed)
        if part.arrived is not None:
            self.arrived = (self.arrived or 0) + part.arrived

    def refuse_other_naming(self, *, arrived: bool) -> None:
        """Raise ArgumentError where images with names meet images numbered as they came."""
        if len(self) and arrived != (self.arrived is not None):
            raise ArgumentError(
                "images: some images were named, and some numbered as they came. Fix: name all, or none."
            )
        if arrived and self.expected is not None:
            raise ArgumentError(
                'images: the evaluator expects named images. Fix: pass images= to update, or "image_id" in '
                "each entry of the truth."
            )

    def _refuse_unexpected(self, ids: Sequence[Any]) -> None:
        if self.expected is None:
            return
        others = [each for each in ids if each not in self.expected]
        if others:
            raise InputError(
                "E-572",
                "images",
                f"id {others[0]!r} is none of the {len(self.expected)} images that were announced",
                "pass the full list as images= of the evaluator, with ids of the same kind",
            )

    def result(self, threads: int) -> StreamedResult:
        """The numbers.

        Raises
        ------
        InputError
            Announced images are missing (E-571).
        """
        if self.expected is not None and len(self) < len(self.expected):
            raise missing_images(self.expected, self.held.ids)
        return result_of(self.question, self.held, self.noticed, threads)


def missing_images(expected: AbstractSet[Any], held: AbstractSet[Any]) -> InputError:
    """The refusal (E-571) that names how many, and the first."""
    missing = sorted(expected - held)
    many, first = len(missing), ", ".join(map(repr, missing[:3]))
    return InputError(
        "E-571",
        "images",
        f"{many} of {counted(len(expected), 'announced image')} {agreeing(many, 'is', 'are')} missing "
        f"(id {first}{', ...' if many > 3 else ''})",
        "update with these images, or merge the part that has them",
    )
