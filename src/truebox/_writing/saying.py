"""Values inside messages: as a person wrote them, and short."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

__all__ = ["say", "say_numbers"]


def say_numbers(numbers: Iterable[float]) -> str:
    """A box in a message."""
    return "[" + ", ".join(f"{number:.6g}" for number in numbers) + "]"


def say(value: Any) -> str:
    """A value as a person wrote it, short."""
    words: dict[type, Callable[[Any], str]] = {
        type(None): lambda _: "null",
        bool: lambda flag: str(flag).lower(),
        dict: lambda _: "an object {...}",
        list: lambda items: f"a list of {len(items)}",
        float: lambda number: {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}.get(
            repr(number), repr(number)
        ),
    }
    if type(value) in words:
        return words[type(value)](value)
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 40 else text[:37] + '..."'
