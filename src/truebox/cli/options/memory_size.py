"""The value of ``--max-memory``: a number of bytes with a unit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from truebox.cli.options.option_type import OptionType

if TYPE_CHECKING:
    _Type = click.ParamType[Any]  # generic only in newer releases of click
else:
    _Type = click.ParamType

__all__ = ["MemorySize"]

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}


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
