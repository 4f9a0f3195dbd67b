"""Numbers in sentences: one image has, two images have."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["agreeing", "counted", "grouped", "listed"]


def counted(number: int, one: str, many: str | None = None) -> str:
    """The number and what it counts; `many` defaults to `one` with an s.

    Examples
    --------
    >>> counted(1, "image"), counted(0, "class", "classes")
    ('1 image', '0 classes')
    >>> counted(3, "annotation has", "annotations have")
    '3 annotations have'
    """
    return f"{number} {agreeing(number, one, f'{one}s' if many is None else many)}"


def grouped(number: int, one: str, many: str | None = None) -> str:
    """As `counted`, with thousands apart: for numbers that may be large.

    Examples
    --------
    >>> grouped(12345, "box", "boxes"), grouped(1, "image")
    ('12,345 boxes', '1 image')
    """
    return f"{number:,} {agreeing(number, one, f'{one}s' if many is None else many)}"


def listed(names: Sequence[str], shown: int = 3) -> str:
    """The first of some names, and how many more there are.

    Examples
    --------
    >>> listed(["a", "b"]), listed(["a", "b", "c", "d", "e"])
    ('a, b', 'a, b, c and 2 more')
    """
    more = f" and {len(names) - shown} more" if len(names) > shown else ""
    return ", ".join(names[:shown]) + more


def agreeing(number: int, one: str, many: str) -> str:
    """The word that agrees with `number`.

    Examples
    --------
    >>> f"1 of 60 images {agreeing(1, 'has', 'have')} no detections"
    '1 of 60 images has no detections'
    """
    return one if number == 1 else many
