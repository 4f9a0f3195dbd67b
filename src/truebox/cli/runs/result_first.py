"""On a terminal the result stands there before it is diagnosed, and the diagnosis can be skipped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from truebox.cli.runs.outputs import STDOUT, Output
from truebox.cli.runs.saying import MOST_DETECTIONS, Said
from truebox.cli.terminal.screen import both_on_screen

__all__ = ["SKIP_HINT", "comes_first", "may_skip", "said_or_skipped"]

SKIP_HINT = "Ctrl-C skips"

_QUICK = 10_000
"""So many detections are diagnosed before anybody waits: one table then says all."""

_SKIPPED = "diagnosis skipped: no intervals, no kinds of errors, no check for equal scores"
_NEED_NO_DIAGNOSIS = frozenset({"table", "csv", "junit"})


def comes_first(results: Sequence[Any], outputs: Sequence[Output]) -> bool:
    """Whether the result is printed before the diagnosis begins: on a terminal, where that takes its time."""
    if not both_on_screen() or Output("table", STDOUT) not in outputs:
        return False
    if any(result.lacks or getattr(result, "ground", None) is None for result in results):
        return False
    return _QUICK < sum(int(result.detections) for result in results) <= MOST_DETECTIONS


def may_skip(outputs: Sequence[Output], *, asked: bool | None) -> bool:
    """Whether Ctrl-C ends the diagnosis alone: nobody asked for it, and no file is made of it."""
    return asked is None and both_on_screen() and {output.kind for output in outputs} <= _NEED_NO_DIAGNOSIS


def said_or_skipped(make: Callable[[], Said], *, skippable: bool) -> Said:
    """What `make` returns; where Ctrl-C comes first, a note that the diagnosis was skipped.

    Raises
    ------
    KeyboardInterrupt
        It came, and nothing is `skippable`.
    """
    try:
        return make()
    except KeyboardInterrupt:
        if not skippable:
            raise
    return Said(notes=(_SKIPPED,), skipped=True)
