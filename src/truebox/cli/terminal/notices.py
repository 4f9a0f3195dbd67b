"""Lines on stderr; where it is a terminal, the code of a warning or an error stands out."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from truebox._lazily import deferred
from truebox._writing.escaping import escape_terminal

if TYPE_CHECKING:
    import click
else:
    click = deferred("click")  # only a terminal needs it, or a stream that is not UTF-8 (15 ms)

__all__ = ["notify"]

_CODE = r"^(?:[EW]-\d+|Error:)"


def notify(lines: Iterable[str]) -> None:
    """Write `lines` to stderr, made harmless; colours only on a terminal and without NO_COLOR.

    A stderr that takes nothing more (a full disk, a reader gone) costs the notes, never the result.
    """
    harmless = [escape_terminal(line) for line in lines]
    if not harmless:
        return
    if _takes_plain_text():
        with contextlib.suppress(OSError):
            sys.stderr.write("\n".join([*harmless, ""]))
            sys.stderr.flush()
        return
    shown = [re.sub(_CODE, _coloured, line) for line in harmless]
    # None lets click strip the colours where stderr is not a terminal.
    with contextlib.suppress(OSError):
        click.echo("\n".join(shown), err=True, color=False if os.environ.get("NO_COLOR") else None)


def _takes_plain_text() -> bool:
    """Whether stderr is no terminal, and takes every letter."""
    stream = sys.stderr
    return getattr(stream, "encoding", None) == "utf-8" and not stream.isatty()


def _coloured(match: re.Match[str]) -> str:
    code = match.group()
    return click.style(code, fg="yellow" if code.startswith("W") else "red", bold=True)
