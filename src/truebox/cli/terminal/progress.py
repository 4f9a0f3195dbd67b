"""Signs of life on the terminal while something takes its time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from truebox.cli.terminal.screen import stderr_on_screen

__all__ = ["counting", "stages"]

PATIENCE = 1.0
"""Seconds after which somebody wants to know whether anything happens."""

_TICK = 0.2
_BAR = 16


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


@contextmanager
def stages() -> Iterator[Callable[[str], None]]:
    """Give a function that says which stage has begun; shown after a second, with the time it takes.

    Where stderr is no screen, nothing is started and nothing is shown. The line vanishes when the block ends.
    """
    if not stderr_on_screen():
        yield lambda stage: None
        return
    line = _Line()
    watcher = threading.Thread(target=line.keep, daemon=True)
    watcher.start()
    try:
        yield line.say
    finally:
        line.ended.set()
        watcher.join()
        if line.width:
            click.echo(f"\r{' ' * line.width}\r", err=True, nl=False)


class _Line:
    """The line of the present stage, written by a thread of its own while the work goes on."""

    def __init__(self) -> None:
        self.ended = threading.Event()
        self.stage = ""
        self.width = 0
        self.started = time.perf_counter()

    def say(self, stage: str) -> None:
        self.stage = stage

    def keep(self) -> None:
        turn = 0
        while not self.ended.wait(PATIENCE if turn == 0 else _TICK):
            seconds = time.perf_counter() - self.started
            place = turn % (2 * _BAR - 2)
            place = min(place, 2 * _BAR - 2 - place)
            bar = "".join("#" if abs(at - place) < 2 else "-" for at in range(_BAR))
            line = f"[{bar}] {self.stage} {seconds:.0f} s"
            self.width = max(self.width, len(line))
            click.echo(f"\r{line.ljust(self.width)}", err=True, nl=False)
            turn += 1
