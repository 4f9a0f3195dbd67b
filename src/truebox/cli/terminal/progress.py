"""Signs of life on the terminal while something takes its time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from truebox._lazily import deferred
from truebox._writing.watched import watching
from truebox.cli.terminal.screen import columns, stderr_on_screen

if TYPE_CHECKING:
    import click
else:
    click = deferred("click")  # only a terminal needs it (15 ms)

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
def stages(patience: float | None = None, hint: str = "") -> Iterator[Callable[[str], None]]:
    """Give a function that says which stage has begun; shown after a second, with the time it takes.

    Where a part of a stage says how far it has come (`truebox._writing.watched`), the bar shows that. Where
    stderr is no screen, nothing is started and nothing is shown. The line vanishes when the block ends.

    Parameters
    ----------
    patience : float, optional
        Seconds before the line is shown; by default one.
    hint : str
        What the line says at its end, such as what Ctrl-C does.
    """
    if not stderr_on_screen():
        yield lambda stage: None
        return
    line = _Line(PATIENCE if patience is None else patience, hint)
    watcher = threading.Thread(target=line.keep, daemon=True)
    try:
        watcher.start()
    except RuntimeError:  # no thread to be had: the run goes on, and no line is shown
        yield lambda stage: None
        return
    try:
        with watching(line.count):
            yield line.say
    finally:
        line.ended.set()
        watcher.join()
        if line.width:
            wide = min(line.width + len("^C"), columns() - 1)  # what a terminal shows of Ctrl-C goes too
            click.echo(f"\r{' ' * wide}\r", err=True, nl=False)


class _Line:
    """The line of the present stage, written by a thread of its own while the work goes on."""

    def __init__(self, patience: float, hint: str) -> None:
        self.patience = patience
        self.hint = hint
        self.ended = threading.Event()
        self.stage = ""
        self.counted: tuple[str, int, int] | None = None
        self.width = 0
        self.started = time.perf_counter()

    def say(self, stage: str) -> None:
        self.stage, self.counted = stage, None

    def count(self, what: str, done: int, total: int) -> None:
        self.counted = (what, done, total)

    def text(self, turn: int) -> str:
        """The line as it is now: a bar that fills where a count is known, else one that moves."""
        seconds = time.perf_counter() - self.started
        what, done, total = self.counted or ("", 0, 0)
        if total:
            full = _BAR * done // total
            bar = "#" * full + "-" * (_BAR - full)
            what = f"{what} {done:,} / {total:,}"
        else:
            place = turn % (2 * _BAR - 2)
            place = min(place, 2 * _BAR - 2 - place)
            bar = "".join("#" if abs(at - place) < 2 else "-" for at in range(_BAR))
        stage = f"{self.stage}: {what}" if what else self.stage
        text = f"[{bar}] {stage} {seconds:.0f} s" + (f", {self.hint}" if self.hint else "")
        return text[: columns() - 1]  # a line that wraps cannot be written over

    def keep(self) -> None:
        turn = 0
        while not self.ended.wait(self.patience if turn == 0 else _TICK):
            line = self.text(turn)
            self.width = max(self.width, len(line))
            click.echo(f"\r{line.ljust(self.width)}", err=True, nl=False)
            turn += 1
