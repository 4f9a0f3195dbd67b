"""The attributes of one XML element, each checked, with the place of every fault in words."""

from __future__ import annotations

import math
from collections.abc import Mapping

from truebox._writing.saying import say
from truebox.errors import InputError

__all__ = ["XmlAttributes"]


class XmlAttributes:
    """Attributes of an element and where it stands.

    Examples
    --------
    >>> box = XmlAttributes({"xtl": "3.5"}, "a.xml image 0 box 1")
    >>> box.number("xtl")
    3.5
    >>> box.number("ytl")
    Traceback (most recent call last):
    ...
    truebox.errors.InputError: E-441 a.xml image 0 box 1: ytl is missing. Fix: write ytl, a number.
    """

    __slots__ = ("place", "values")

    def __init__(self, values: Mapping[str, str], place: str) -> None:
        self.values = values
        self.place = place

    def text(self, key: str) -> str:
        """A text."""
        value = self.values.get(key)
        if value is None:
            raise InputError("E-441", self.place, f"{key} is missing", f"write {key}")
        return value

    def number(self, key: str, default: float | None = None) -> float:
        """A finite number."""
        value = self.values.get(key)
        if value is None:
            if default is not None:
                return default
            raise InputError("E-441", self.place, f"{key} is missing", f"write {key}, a number")
        return self._number(key, value)

    def numbers(self, *keys: str) -> list[float]:
        """Several numbers."""
        return [self.number(key) for key in keys]

    def whole(self, key: str, default: int | None = None) -> int:
        """A whole number from 0 on."""
        number = self.number(key, default)
        if number != int(number) or not 0 <= number < 2**31:
            raise self._wrong(key, self.values.get(key, ""), "a whole number from 0 on")
        return int(number)

    def flag(self, key: str) -> bool:
        """``1`` or ``0``; false where it is missing."""
        return self.values.get(key) in ("1", "true", "True")

    def points(self, key: str) -> list[float]:
        """``x, y, x, y, ...`` of a text ``x,y;x,y;...``."""
        flat: list[float] = []
        for point in self.text(key).split(";"):
            pair = point.split(",")
            if len(pair) != 2:
                raise self._wrong(key, point, "points as x,y;x,y;...")
            flat += [self._number(key, value) for value in pair]
        return flat

    def _number(self, key: str, value: str) -> float:
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        # Python takes "1_000" for a number; no writer means one by it.
        if not math.isfinite(number) or "_" in value:
            raise self._wrong(key, value, "a number")
        return number

    def _wrong(self, key: str, value: str, need: str) -> InputError:
        fix = f"write {key} as {need}" + (", with a decimal point" if "," in value else "")
        return InputError("E-440", f"{self.place} {key}", f"{say(value)}, need {need}", fix)
