"""The diagnosis in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.diagnosis.words.verdicts import comparison_sentence

__all__ = [
    "comparison_sentence",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "verdicts": "comparison_sentence",
    },
)
