"""Option values that are one number: finite ones, and sizes with a unit."""

from __future__ import annotations

import math
import re
from typing import Any

import click

from truebox.cli.options.option_type import OptionType

__all__ = ["FiniteNumber", "MemorySize"]

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}


class FiniteNumber(click.FloatRange):
    """A number within bounds, as `click.FloatRange`; NaN, which no bound keeps out, and infinity are refused.

    Examples
    --------
    >>> FiniteNumber(0, 1).convert("0.25", None, None)
    0.25
    """

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is no finite number", param, ctx)
        return number


class MemorySize(OptionType):
    """``8G``, ``500M`` or plain bytes.

    Examples
    --------
    >>> MemorySize().convert("1.5G", None, None)
    1500000000
    """

    name = "SIZE"

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of bytes."""
        found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?", str(value).strip().lower())
        if found is None or float(found[1]) == 0:
            self.fail(f"{value!r} is no size; write 8G, 500M or a number of bytes", param, ctx)
        return int(float(found[1]) * _UNITS[found[2]])
