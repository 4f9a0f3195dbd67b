"""Lines on stderr; where it is a terminal, the code of a warning or an error stands out."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable

import click

from truebox._writing.escaping import escape_terminal

__all__ = ["notify"]

_CODE = re.compile(r"^(?:[EW]-\d+|Error:)")


def notify(lines: Iterable[str]) -> None:
    """Write `lines` to stderr, made harmless; colours only on a terminal and without NO_COLOR.

    A stderr that takes nothing more (a full disk, a reader gone) costs the notes, never the result.
    """
    shown = [_CODE.sub(_coloured, escape_terminal(line)) for line in lines]
    if not shown:
        return
    # None lets click strip the colours where stderr is not a terminal.
    with contextlib.suppress(OSError):
        click.echo("\n".join(shown), err=True, color=False if os.environ.get("NO_COLOR") else None)


def _coloured(match: re.Match[str]) -> str:
    code = match.group()
    return click.style(code, fg="yellow" if code.startswith("W") else "red", bold=True)
