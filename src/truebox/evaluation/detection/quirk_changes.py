"""What a mended quirk changes: numbers in words, and tables in which a part stands otherwise for a while."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["changes_said", "largest_move", "swapped"]

_NOTICEABLE = 5e-7
"""Smaller differences would not show in six digits; among them the 2**-52 in the reference's precision."""


def changes_said(here: Mapping[str, float | None], corrected: Mapping[str, float | None]) -> str:
    """The headline numbers that differ visibly, in words; empty where none does.

    Examples
    --------
    >>> changes_said({"AP": 0.5, "AR1": 0.2}, {"AP": 0.51, "AR1": 0.2})
    'AP 0.510000 instead of 0.500000'
    """
    shown = []
    for key, value in corrected.items():
        old = here.get(key)
        if (value is None) != (old is None) or (
            value is not None and old is not None and abs(value - old) > _NOTICEABLE
        ):
            shown.append(f"{key} {_number(value)} instead of {_number(old)}")
    return ", ".join(shown[:3]) + (f" and {len(shown) - 3} more" if len(shown) > 3 else "")


def largest_move(here: Mapping[str, float | None], corrected: Mapping[str, float | None]) -> float:
    """Infinite where a number came to be or ceased."""
    return max(
        math.inf if value is None or old is None else abs(value - old)
        for key, value in corrected.items()
        if value is not (old := here.get(key))
    )


def _number(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.6f}"


@contextmanager
def swapped(table: FloatArray | None, place: Any, values: FloatArray | None) -> Iterator[None]:
    """Let `values` stand in a table for a while: a copy of the table would be a tenth of all memory.

    The table belongs to the result that is being made, which nothing else holds yet; the numbers of the
    strict mode are back when the block ends, also after an error.
    """
    if table is None:
        yield
        return
    strict = table[place]
    if strict.base is not None:  # a view, which the new values would reach
        strict = strict.copy()
    table[place] = values
    del values  # whoever gave them may forget them: memory holds each number once
    try:
        yield
    finally:
        table[place] = strict
