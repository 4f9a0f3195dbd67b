"""Option values that are lists: numbers, ranges of numbers, labelled ranges, names."""

from __future__ import annotations

import math
from typing import Any

import click

from truebox.cli.options.option_type import OptionType

__all__ = ["AreaRange", "Counts", "Names", "NamesFile", "Pairs", "Thresholds"]


class Thresholds(OptionType):
    """``0.5``, ``0.5,0.75`` or ``0.5:0.95:0.05`` (first, last, step; both ends included)."""

    name = "LIST"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        try:
            numbers = _spaced(value) if ":" in value else tuple(float(part) for part in value.split(","))
        except ValueError:
            numbers = ()
        if not numbers or not all(map(math.isfinite, numbers)):
            self.fail(f"{value!r} is neither a list like 0.5,0.75 nor first:last:step like 0.5:0.95:0.05")
        return numbers


def _spaced(text: str) -> tuple[float, ...]:
    """Return first:last:step as `numpy.linspace` spaces it, to the last bit, without NumPy."""
    first, last, step = map(float, text.split(":"))
    if not (step > 0 and last > first) or not math.isfinite(last - first):
        return ()
    intervals = round((last - first) / step)
    if not 1 <= intervals <= 10_000:
        return ()
    if abs(first + intervals * step - last) > 1e-6 * step:
        return ()  # another step than was asked for
    width = (last - first) / intervals
    return (*(index * width + first for index in range(intervals)), last)


class Counts(OptionType):
    """Whole numbers of at least 1, such as ``1,10,100``."""

    name = "LIST"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        parts = [part.strip() for part in value.split(",")]
        if not all(part.isascii() and part.isdigit() and 0 < int(part) < 2**31 for part in parts):
            self.fail(f"{value!r} is not a list of whole numbers of at least 1, like 1,10,100")
        return tuple(map(int, parts))


class AreaRange(OptionType):
    """``LABEL=LOW:HIGH`` in square pixels; HIGH may be ``inf``."""

    name = "LABEL=LOW:HIGH"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        label, _, span = value.partition("=")
        try:
            low, high = map(float, span.split(":"))
        except ValueError:
            low = high = math.nan
        label = label.strip()
        if not label or not 0 <= low <= high or not math.isfinite(low):
            self.fail(
                f"{value!r} is not LABEL=LOW:HIGH with LOW from 0 on and at most HIGH, like small=0:1024"
            )
        return label, (low, high)


class Names(OptionType):
    """Ids or names, separated by commas; ``@FILE`` reads them from a file, one per line."""

    name = "LIST"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        if value.startswith("@"):
            return _names_in(value[1:], self, param, ctx)
        names = tuple(part.strip() for part in value.split(",") if part.strip())
        if not names:
            self.fail(f"{value!r} names nothing")
        return names


class NamesFile(OptionType):
    """A file with an id or a name in each line; blank lines and a byte-order mark are passed over."""

    name = "FILE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return _names_in(value, self, param, ctx) if isinstance(value, str) else value


def _names_in(path: str, kind: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
    """The lines of a file of names; a file that cannot be read, or has none, is refused."""
    try:
        with open(path, encoding="utf-8-sig") as stream:
            lines = stream.read().splitlines()
    except UnicodeDecodeError:
        kind.fail(f"cannot read {path!r}: it is not UTF-8 text", param, ctx)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        kind.fail(f"cannot read {path!r}: {why}", param, ctx)
    names = tuple(line.strip() for line in lines if line.strip())
    if not names:
        kind.fail(f"{path!r} names nothing", param, ctx)
    return names


class Pairs(OptionType):
    """``NAME=VALUE`` pairs, separated by commas, each name once."""

    name = "NAME=VALUE,..."

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        pairs = [part.partition("=") for part in value.split(",")]
        names = [name.strip() for name, _, _ in pairs]
        if not all(names) or not all(held.strip() for _, _, held in pairs) or len(set(names)) < len(names):
            self.fail(f"{value!r} is not a list like image=file,label=kind with each name once")
        return {name: held.strip() for name, (_, _, held) in zip(names, pairs, strict=True)}
