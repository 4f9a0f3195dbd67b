"""One object of a JSON file: its values, each checked, with the place of every fault in words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from truebox._writing.saying import say
from truebox.errors import InputError

__all__ = ["JsonObject"]


class JsonObject:
    """A JSON object and where it stands.

    Parameters
    ----------
    value : object
        Refused unless it is a JSON object (E-440).
    place : str
        File and row for messages.

    Examples
    --------
    >>> shape = JsonObject({"label": "cat", "x": 3}, "a.json shapes[0]")
    >>> shape.text("label"), shape.number("x")
    ('cat', 3.0)
    >>> shape.number("y")
    Traceback (most recent call last):
    ...
    truebox.errors.InputError: E-441 a.json shapes[0]: y is missing. Fix: write y, a number.
    """

    __slots__ = ("place", "values")

    def __init__(self, value: Any, place: str) -> None:
        if not isinstance(value, Mapping):
            raise InputError("E-440", place, f"{say(value)}, need an object", "write an object {...} there")
        self.values: Mapping[str, Any] = value
        self.place = place

    def __contains__(self, key: str) -> bool:
        return self.values.get(key) is not None

    def wrong(self, key: str, need: str) -> InputError:
        """The error for a value that is not what is needed (E-440), or is not there (E-441)."""
        value = self.values.get(key)
        if value is None:
            return InputError("E-441", self.place, f"{key} is missing", f"write {key}, {need}")
        fix = f"write {key} as {need}"
        if isinstance(value, str) and "," in value:
            fix += ", with a decimal point"
        return InputError("E-440", f"{self.place} {key}", f"{say(value)}, need {need}", fix)

    def text(self, key: str, default: str | None = None) -> str:
        """A text."""
        value = self.values.get(key, default)
        if not isinstance(value, str):
            if value is None and default is not None:
                return default
            raise self.wrong(key, "a text")
        return value

    def number(self, key: str, default: float | None = None) -> float:
        """A finite number."""
        value = self.values.get(key)
        if value is None and default is not None:
            return default
        number = _finite(value)
        if number is None:
            raise self.wrong(key, "a number")
        return number

    def numbers(self, *keys: str) -> list[float]:
        """Several numbers."""
        return [self.number(key) for key in keys]

    def whole(self, key: str, default: int | None = None) -> int:
        """A whole number from 0 on that an image's size can be."""
        number = self.number(key, default)
        if number != int(number) or not 0 <= number < 2**31:
            raise self.wrong(key, "a whole number from 0 on")
        return int(number)

    def flag(self, key: str) -> bool:
        """True or false, or 0 or 1; false where it is missing."""
        value = self.values.get(key)
        if value not in (None, False, True):  # 0 and 1 are equal to these
            raise self.wrong(key, "true or false")
        return bool(value)

    def object(self, key: str) -> JsonObject:
        """The object held under a key."""
        if key not in self:
            raise self.wrong(key, "an object")
        return JsonObject(self.values[key], f"{self.place} {key}")

    def listed(self, key: str, *, optional: bool = False) -> list[Any]:
        """The list held under a key; an empty one where it may be missing and is."""
        value = self.values.get(key)
        if value is None and optional:
            return []
        if not isinstance(value, list):
            raise self.wrong(key, "a list")
        return value

    def objects(self, key: str, *, optional: bool = False) -> Iterator[JsonObject]:
        """The objects of a list."""
        for row, value in enumerate(self.listed(key, optional=optional)):
            yield JsonObject(value, f"{self.place} {key}[{row}]")

    def points(self, key: str) -> list[float]:
        """``x, y, x, y, ...`` of a list of points [x, y]."""
        flat: list[float] = []
        for point in self.listed(key):
            pair = [_finite(value) for value in point] if isinstance(point, list) else []
            if len(pair) != 2 or pair[0] is None or pair[1] is None:
                raise InputError(
                    "E-440",
                    f"{self.place} {key}",
                    f"{say(point)} among the points, need [x, y]",
                    "write every point as two numbers",
                )
            flat += [pair[0], pair[1]]
        return flat


def _finite(value: Any) -> float | None:
    if type(value) is float:  # as a rule
        return value if math.isfinite(value) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None
