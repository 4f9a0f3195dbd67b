"""Every error and warning code, what it means and what to do; the one source of the docs list.

Codes are stable: a code never changes its meaning, and a retired one is not used again.
``E`` refuses, ``W`` warns. 1xx files and rows, 2xx reading, 3xx evaluation.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["CODES", "Code"]


@dataclass(frozen=True, slots=True)
class Code:
    """What a code means (`title`, `meaning`) and how to mend its cause (`fix`)."""

    code: str
    title: str
    meaning: str
    fix: str


_ALL = (
    Code("E-101", "no such file", "The path does not exist or cannot be opened.", "Check the path."),
    Code(
        "E-190",
        "box is not finite",
        "A coordinate of a box is NaN or infinite, so that it overlaps nothing and everything.",
        "Remove these boxes or repair what computed them.",
    ),
    Code(
        "E-191",
        "box corners swapped",
        "The second corner of a box lies before the first. Most often the numbers are in another format.",
        "Pass the right box_format, or swap the corners.",
    ),
    Code(
        "E-192",
        "box size negative",
        "The width or the height of a box is below 0. Most often the numbers are in another format.",
        "Pass the right box_format, or give a size of 0 or more.",
    ),
)

CODES: dict[str, Code] = {entry.code: entry for entry in _ALL}
