"""One row of the list of codes."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Code"]


@dataclass(frozen=True, slots=True)
class Code:
    """What a code means (`title`, `meaning`), how to mend its cause (`fix`), and an `example` of it."""

    code: str
    title: str
    meaning: str
    fix: str
    example: str = ""
