"""A ragged column of text: one UTF-8 buffer and offsets, decoded only when looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass
from truebox._kinds import refuses_other_kinds
from truebox._native import looks as native

if TYPE_CHECKING:
    from truebox.typing import Int64Array

__all__ = ["Strings"]


@dataclass(frozen=True, slots=True, eq=False)
class Strings:
    """Text per row; ``strings[row]`` decodes one, iteration decodes all.

    Parameters
    ----------
    buffer : bytes
        All texts, UTF-8, one after the other.
    offsets : int64 array [N + 1]
        Row ``i`` is ``buffer[offsets[i]:offsets[i + 1]]``.
    """

    buffer: bytes
    offsets: Int64Array

    @classmethod
    @refuses_other_kinds
    def of(cls, texts: Iterable[str]) -> Strings:
        """The column of these texts."""
        texts = list(texts)
        joined = "".join(texts)
        if joined.isascii():  # a letter is a byte
            lengths = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))
            return cls(joined.encode("ascii"), np.concatenate(([0], np.cumsum(lengths))))
        encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
        offsets = np.zeros(len(encoded) + 1, dtype=np.int64)
        np.cumsum([len(text) for text in encoded], out=offsets[1:])
        return cls(b"".join(encoded), offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, row: int) -> str:
        if not -len(self) <= row < len(self):
            raise IndexError(f"row {row} of {len(self)}")
        row %= len(self)
        return self.buffer[self.offsets[row] : self.offsets[row + 1]].decode("utf-8", "surrogatepass")

    def __iter__(self) -> Iterator[str]:
        buffer = self.buffer
        return (
            buffer[at:end].decode("utf-8", "surrogatepass") for at, end in pairwise(self.offsets.tolist())
        )

    def repeats(self) -> list[int]:
        """Rows with the text of an earlier row; a text of no length repeats nothing. Decodes nothing.

        Examples
        --------
        >>> Strings.of(["a.jpg", "", "b.jpg", "", "a.jpg"]).repeats()
        [4]
        """
        buffer = self.buffer
        if not native.texts_may_repeat(buffer, self.offsets):  # as nearly always
            return []
        texts = [buffer[at:end] for at, end in pairwise(self.offsets.tolist())]
        first: dict[bytes, int] = {}
        return [row for row, text in enumerate(texts) if text and first.setdefault(text, row) != row]
