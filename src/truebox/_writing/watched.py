"""How far long work has come, said to whoever watches; where nobody does, saying it costs a look."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

__all__ = ["WATCHED_AT_ONCE", "is_watched", "say_done", "watching"]

WATCHED_AT_ONCE = 64
"""Draws or swaps after which a watcher is told."""

_Watcher: TypeAlias = Callable[[str, int, int], None]

_watcher: ContextVar[_Watcher | None] = ContextVar("_watcher", default=None)


@contextmanager
def watching(watcher: _Watcher) -> Iterator[None]:
    """Within it `watcher` is told what is being done, how many of it are done, and of how many.

    Examples
    --------
    >>> with watching(lambda what, done, total: print(what, done, "of", total)):
    ...     say_done("draws", 3, 10)
    draws 3 of 10
    >>> say_done("draws", 4, 10)
    """
    token = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(token)


def is_watched() -> bool:
    """Whether somebody watches: then work is cut into parts after which there is something to say."""
    return _watcher.get() is not None


def say_done(what: str, done: int, total: int) -> None:
    """Tell the watcher, where there is one."""
    watcher = _watcher.get()
    if watcher is not None:
        watcher(what, done, total)
