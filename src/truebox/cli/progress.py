"""A count on the terminal while something takes its time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from truebox.cli.screen import stderr_on_screen

__all__ = ["counting"]

PATIENCE = 1.0
"""Seconds after which somebody wants to know whether anything happens."""


@contextmanager
def counting(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """Give a function that shows how many of all are done, or None where nobody looks.

    The count appears after a second, and vanishes when the block ends, however it ends.
    """
    if not stderr_on_screen():
        yield None
        return
    started = time.perf_counter()
    width = 0

    def show(done: int, total: int) -> None:
        nonlocal width
        if time.perf_counter() - started >= PATIENCE:
            line = f"{what} {done} of {total}"
            width = max(width, len(line))
            click.echo(f"\r{line}", err=True, nl=False)

    try:
        yield show
    finally:
        if width:
            click.echo(f"\r{' ' * width}\r", err=True, nl=False)
