"""Calls on other threads while the calling one does what takes longest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from truebox._native.threads import alone, thread_count, usable_threads

__all__ = ["Meanwhile"]

_MOST = 4
"""Threads beside the calling one: there are not more parts worth one."""


class Meanwhile:
    """Calls that run on other threads, without the native pool, until they are asked for.

    Parameters
    ----------
    threads : int or None
        As in `truebox.evaluate`; with one, every call is made by the thread that asks for it.

    Examples
    --------
    >>> with Meanwhile.on(2) as meanwhile:
    ...     later = meanwhile.begin(lambda: 1 + 1)
    ...     later()
    2
    """

    def __init__(self, pool: ThreadPoolExecutor | None) -> None:
        self._pool = pool

    @classmethod
    @contextmanager
    def on(cls, threads: int | None) -> Iterator[Meanwhile]:
        """Until the block ends; where it fails, or Ctrl-C ends it, what is not begun is forgotten."""
        others = min(thread_count(threads) or usable_threads(), _MOST + 1) - 1
        if others < 1:
            yield cls(None)
            return
        pool = ThreadPoolExecutor(others)
        try:
            yield cls(pool)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        pool.shutdown()

    def begin(self, call: Callable[[], Any]) -> Callable[[], Any]:
        """Begin a call; what comes back gives its value, or raises what it raised."""
        if self._pool is None:
            return call
        try:
            begun: Future[Any] = self._pool.submit(_alone, call)
        except RuntimeError:  # no thread to be had: whoever asks does it
            return call
        return begun.result


def _alone(call: Callable[[], Any]) -> Any:
    with alone():
        return call()
